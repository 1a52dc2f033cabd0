import { doServingsOverlap, servingRange } from '@ultimate/events/dinner/serving-times.ts'
import { nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import styles from './sign-up-page.module.css'
import { cardId } from './slot-card.tsx'

/** Lists the shifts of one person that overlap, in pairs. A device may have the sign-ups of several people. */
function listOverlaps(signups: readonly OwnSignup[]): string[] {
  const shifts = signups.flatMap(({ time_slot: time, person_name, email }) =>
    time === null ? [] : [{ time, person: `${person_name} ${email}` }],
  )
  return shifts.flatMap((one, index) =>
    shifts
      .slice(index + 1)
      .filter((other) => other.person === one.person && doServingsOverlap(one.time, other.time))
      .map((other) => `${servingRange(one.time)} and ${servingRange(other.time)}`),
  )
}

/** The own sign-ups, as links to their cards. */
export function OwnSummary({ ownSignups }: { readonly ownSignups: readonly OwnSignup[] }) {
  if (ownSignups.length === 0) return null
  const bySlot = [...Map.groupBy(ownSignups, ({ slot_id }) => slot_id)]
  const overlaps = listOverlaps(ownSignups)
  return (
    <Notice tone={overlaps.length > 0 ? 'warn' : 'good'} announce="status" title="Your sign-ups">
      {overlaps.map((times) => (
        <p key={times}>
          <strong>Your shifts overlap:</strong> {times}.
        </p>
      ))}
      <ul className={styles['summary']}>
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
