import { nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Check, Minus, Undo2 } from 'lucide-react'
import { NamedAllergens } from '../common/allergens.tsx'
import { AllergensButton } from '../common/allergens-button.tsx'
import type { Removal, ShownSignup } from './shown-slot.ts'
import styles from './slot-card.module.css'
import type { SlotCommands } from './use-slot-commands.ts'

export interface OwnListProps {
  readonly slot: Slot
  readonly commands: SlotCommands
}

/** This device's sign-ups for one slot, each with a Remove button. */
export function OwnList({ slot, commands }: OwnListProps) {
  const { own } = commands.shown
  if (own.length === 0) return null
  const remove = (signup: ShownSignup) => commands.isActing || commands.remove(signup)
  return (
    <ul className={styles['list']} aria-label={`Your sign-ups for ${nameOfSlot(slot)}`}>
      {own.map((signup) => (
        <li key={signup.id} className={styles['row']} aria-busy={signup.pending || undefined}>
          <Check className={styles['check']} aria-hidden="true" />
          <bdi className={styles['ownName']}>{signup.personName}</bdi>
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
          {slot.category === 'dishes' && signup.allergens && (
            <span className={styles['holds']}>
              <NamedAllergens allergens={signup.allergens} showsNone />
              <AllergensButton
                variant="quiet"
                size="compact"
                signupId={signup.id}
                dish={slot.name}
                allergens={signup.allergens}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The sign-ups that were removed here a moment ago, each with its way back. */
export function RemovedList({ slot, commands }: OwnListProps) {
  return (
    <div role="status" className={styles['removed']}>
      {commands.removed.map((removed) => (
        <RemovedRow key={removed.signupId} removed={removed} slot={slot} commands={commands} />
      ))}
    </div>
  )
}

interface RemovedRowProps extends OwnListProps {
  readonly removed: Removal
}

function RemovedRow({ removed, slot, commands }: RemovedRowProps) {
  return (
    <div className={styles['row']}>
      <span className={styles['gone']}>
        Your sign-up is removed. <span className={styles['state']}>Someone else can take it now.</span>
      </span>
      <Button
        variant="secondary"
        size="compact"
        icon={<Undo2 aria-hidden="true" />}
        aria-label={`Undo: sign ${removed.body.personName} up again for ${nameOfSlot(slot)}`}
        onClick={() => commands.isActing || commands.undo(removed)}
      >
        Undo
      </Button>
    </div>
  )
}
