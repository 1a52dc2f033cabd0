import type { OwnSignup } from '@ultimate/events/dinner/signup-api.ts'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { nameOfSlot } from '../slots/slot-name.ts'
import styles from './own-summary.module.css'
import { cardId } from './slot-card.tsx'

/** What this device has signed up for, each leading to its card. */
export function OwnSummary({ own }: { readonly own: readonly OwnSignup[] }) {
  if (own.length === 0) return null
  const bySlot = [...Map.groupBy(own, ({ slot_id }) => slot_id)]
  return (
    <Notice tone="good" title="Your sign-ups">
      <ul className={styles['list']}>
        {bySlot.map(([slotId, [first, ...more]]) => (
          <li key={slotId}>
            <a href={`#${cardId(slotId)}`}>
              {first && nameOfSlot({ name: first.slot_name, time_slot: first.time_slot })}
            </a>
            {more.length > 0 && ` (${more.length + 1} times)`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
