import { nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Check, Minus } from 'lucide-react'
import type { ShownSignup } from '../sign-up/shown-slot.ts'
import type { Commitment } from '../sign-up/use-commitment.ts'
import styles from './own-list.module.css'

export interface OwnListProps {
  readonly slot: Slot
  readonly commitment: Commitment
  /** Called before the row with the focus is removed. */
  readonly onGone: () => void
}

/** This device's sign-ups for one slot, each with a Remove button. */
export function OwnList({ slot, commitment, onGone }: OwnListProps) {
  const { own } = commitment.shown
  if (own.length === 0) return null
  const remove = ({ id }: ShownSignup) => {
    if (commitment.isActing) return
    commitment.remove(id)
    onGone()
  }
  return (
    <ul className={styles['list']} aria-label={`Your sign-ups for ${nameOfSlot(slot)}`}>
      {own.map((signup) => (
        <li key={signup.id} className={styles['row']} aria-busy={signup.pending || undefined}>
          <Check className={styles['check']} aria-hidden="true" />
          <bdi className={styles['name']}>{signup.personName}</bdi>
          {signup.checkedIn ? (
            <span className={styles['state']}>Checked in</span>
          ) : signup.pending ? (
            <span className={styles['state']}>Saving…</span>
          ) : (
            <Button
              variant="quiet"
              size="compact"
              icon={<Minus aria-hidden="true" />}
              aria-label={`Remove ${signup.personName} from ${nameOfSlot(slot)}`}
              onClick={() => remove(signup)}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
