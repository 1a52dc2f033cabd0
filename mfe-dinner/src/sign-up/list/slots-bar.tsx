import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { sticks } from '@ultimate/kit/components/layout/floating.ts'
import { isOpen } from './open-slots.ts'
import styles from './slots-bar.module.css'

export interface SlotsBarProps {
  readonly slots: readonly Slot[]
  readonly openOnly: boolean
  readonly onOpenOnlyChange: (only: boolean) => void
}

const labels: Readonly<Record<SlotCategory, string>> = { dishes: 'Dishes', serving: 'Serving' }

/** Stays in sight above the slots: leads to their sections, and hides what is full. */
export function SlotsBar({ slots, openOnly, onOpenOnlyChange }: SlotsBarProps) {
  return (
    <nav ref={sticks} aria-label="Slots" className={styles['bar']}>
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
