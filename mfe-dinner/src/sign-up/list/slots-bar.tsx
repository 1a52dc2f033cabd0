import type { SlotCategory } from '@ultimate/events/dinner/slots/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { useCallback, useMemo, useRef } from 'react'
import { isOpen, openSlots } from './open-slots.ts'
import styles from './slots-bar.module.css'

const parameter = 'show'

/** Whether only open slots are shown: part of the address, so that a captain can send it to the team. */
export function useOpenOnly(): readonly [boolean, (only: boolean) => void] {
  const [search, setSearch] = useSearchParams()
  const change = useCallback(
    (only: boolean) => setSearch(only ? { [parameter]: 'open' } : {}, { replace: true, preventScrollReset: true }),
    [setSearch],
  )
  return [search.get(parameter) === 'open', change]
}

/** The slots to show: all, or the open ones. One that was shown stays until all are shown again. */
export function useShownSlots(
  slots: readonly Slot[],
  own: ReadonlyMap<string, unknown>,
  openOnly: boolean,
): readonly Slot[] {
  const keeps = useRef<ReadonlySet<string>>(new Set())
  return useMemo(() => {
    const shown = openOnly ? openSlots(slots, new Set([...keeps.current, ...own.keys()])) : slots
    keeps.current = new Set(openOnly ? shown.map(({ id }) => id) : [])
    return shown
  }, [slots, own, openOnly])
}

export interface SlotsBarProps {
  readonly slots: readonly Slot[]
  readonly openOnly: boolean
  readonly onOpenOnlyChange: (only: boolean) => void
}

const labels: Readonly<Record<SlotCategory, string>> = { dishes: 'Dishes', serving: 'Serving' }

/** Stays in sight above the slots: leads to their sections, and hides what is full. */
export function SlotsBar({ slots, openOnly, onOpenOnlyChange }: SlotsBarProps) {
  return (
    <nav aria-label="Slots" className={styles['bar']}>
      {(['dishes', 'serving'] as const).map((category) => (
        <a key={category} href={`#${category}`} className={styles['link']}>
          {labels[category]}{' '}
          <span className={styles['count']}>
            {slots.filter((slot) => slot.category === category && isOpen(slot)).length} open
          </span>
        </a>
      ))}
      <Checkbox label="Open only" className={styles['only']} checked={openOnly} onCheckedChange={onOpenOnlyChange} />
    </nav>
  )
}
