import { zoneLabels } from '@ultimate/events/dinner/board/place.ts'
import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { SearchField } from '@ultimate/kit/components/fields/search-field.tsx'
import { ArrowDownAZ, Clock } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { marksOf, type ShownItem, useBoardMarks, useBoardView } from '../board-view.ts'
import { DishCard, DishGap } from '../dishes/dish-card.tsx'
import { arranged, sortHolding, useHoldingOrder } from './holding-order.ts'
import { closedUp, useSteadyList } from './steady-list.ts'
import { ZoneHead } from './zone-head.tsx'
import styles from './zones.module.css'

interface HoldingProps {
  readonly items: readonly ShownItem[]
  /** All dishes of the board, since a gap shows one that has left Holding. */
  readonly all: readonly ShownItem[]
}

/** The dishes that wait for a place. Its head stays in sight, and only the list below it scrolls. */
export function Holding({ items, all }: HoldingProps) {
  const { actions } = useBoardView()
  const marks = useBoardMarks()
  const { held } = marks
  const area = useRef<HTMLElement>(null)
  const { order } = useHoldingOrder()
  const [search, setSearch] = useState('')
  // Typing stays responsive; the list may follow a moment later.
  const narrowing = useDeferredValue(search)
  const found = useMemo(() => arranged(items, order, narrowing), [items, order, narrowing])
  const ids = useMemo(() => found.map(({ item }) => item.id), [found])
  const isBusy = actions === null || held !== null
  const steady = useSteadyList(ids, { area, isBusy, asked: `${order} ${narrowing}` })
  // A board that cannot be changed has nothing to keep in place.
  const lines = actions === null ? closedUp(ids) : steady
  const shown = useMemo(() => new Map(found.map((one) => [one.item.id, one])), [found])
  const known = useMemo(() => new Map(all.map(({ item }) => [item.id, item])), [all])
  const takesBack = held !== null && !items.some(({ item }) => item.id === held)
  return (
    <section className={styles['zone']} id="zone-holding" aria-labelledby="holding" ref={area} data-drop="holding">
      <div className={styles['stuck']}>
        <ZoneHead id="holding" title={zoneLabels.holding} count={`${items.length}`}>
          <SortButton />
        </ZoneHead>
        {/* In one place: what is put back covers the search, and moves no dish. */}
        <div className={styles['tools']}>
          <SearchField label="Search Holding" value={search} onValueChange={setSearch} className={styles['search']} />
          {takesBack && (
            <button
              type="button"
              className={styles['putBack']}
              data-stop
              data-place="holding"
              onClick={() => actions?.tapPlace({ zone: 'holding' })}
            >
              Put back in Holding
            </button>
          )}
        </div>
      </div>
      <div className={styles['rest']}>
        {lines.length === 0 && (
          <p className={styles['nothing']}>
            {items.length === 0 ? 'Dishes land here once they are checked in.' : 'No dish of Holding matches.'}
          </p>
        )}
        <ul className={styles['list']}>
          {lines.map(({ id }) => {
            const one = shown.get(id)
            return (
              <li key={id}>
                {one ? (
                  <DishCard item={one.item} place={one.place} {...marksOf(marks, id)} />
                ) : (
                  <DishGap item={known.get(id)} />
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

function SortButton() {
  const { order } = useHoldingOrder()
  const isByTime = order === 'time'
  return (
    <IconButton
      label={isByTime ? 'Sort Holding by name' : 'Sort Holding by time'}
      icon={isByTime ? <ArrowDownAZ aria-hidden="true" /> : <Clock aria-hidden="true" />}
      className={styles['sort']}
      onClick={() => sortHolding(isByTime ? 'name' : 'time')}
    />
  )
}
