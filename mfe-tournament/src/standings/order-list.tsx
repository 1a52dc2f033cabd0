import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import styles from './order-list.module.css'
import { useGliding } from './use-gliding.ts'

interface OrderListProps<Item extends string> {
  /** The name of the list, which is read out. */
  readonly label: string
  readonly items: readonly Item[]
  readonly labelOf: (item: Item) => string
  /** The number of items at the beginning that stay where they are. */
  readonly fixed?: number
  readonly onChange: (items: readonly Item[]) => void
}

/** A list that is put in order by two buttons per row, which a finger hits and the keyboard reaches. */
export function OrderList<Item extends string>({ label, items, labelOf, fixed = 0, onChange }: OrderListProps<Item>) {
  const list = useRef<HTMLOListElement>(null)
  useGliding(list, items.join())
  const move = (index: number, by: 1 | -1) => {
    const to = index + by
    if (to < fixed || to >= items.length) return
    const next = [...items]
    next.splice(to, 0, ...next.splice(index, 1))
    onChange(next)
  }
  return (
    <ol ref={list} className={styles['list']} aria-label={label}>
      {items.map((item, index) => (
        <li key={item} data-row={item} className={styles['row']}>
          <b className={styles['number']}>{index + 1}</b>
          <bdi>{labelOf(item)}</bdi>
          {index >= fixed && (
            <span className={styles['buttons']}>
              <IconButton
                label={`${labelOf(item)} up`}
                icon={<ArrowUp aria-hidden="true" />}
                aria-disabled={index === fixed}
                onClick={() => move(index, -1)}
              />
              <IconButton
                label={`${labelOf(item)} down`}
                icon={<ArrowDown aria-hidden="true" />}
                aria-disabled={index === items.length - 1}
                onClick={() => move(index, 1)}
              />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
