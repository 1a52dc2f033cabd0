import { servingRange } from '@ultimate/events/dinner/serving-times.ts'
import { canCancel, canRepeat, isFull, nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { InlineError } from '@ultimate/kit/components/feedback/notice.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { BookOpen, Check, Minus, Plus as PlusIcon, Undo2, Utensils, WifiOff } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { AllergensButton } from '../common/allergens-button.tsx'
import { StatedDetails } from '../common/stated-details.tsx'
import type { Person } from '../volunteers/person.ts'
import styles from './slot-card.module.css'
import { choosePlus, type ShownSignup, type SlotCommands, useSlotCommands } from './use-slot-commands.ts'

interface SlotCardProps {
  readonly slot: Slot
  /** This device's sign-ups for the slot. */
  readonly ownSignups: readonly OwnSignup[]
  /** The person who would sign up; null while the information is incomplete. */
  readonly person: Person | null
  /** The controls of staff for the slot itself. */
  readonly tools?: ReactNode
}

/** Returns the id of a card, to which `#<id>` in an address leads. */
export const cardId = (slotId: string): string => `slot-${slotId}`

/** One slot: what it is, how many have signed up, and the button to sign up. */
export const SlotCard = memo(function SlotCard({ slot, ownSignups, person, tools }: SlotCardProps) {
  const commands = useSlotCommands(slot, ownSignups)
  const { shown } = commands
  const isSlotFull = isFull(shown.count, slot.max_signups)
  return (
    <Card
      compact
      id={cardId(slot.id)}
      className={styles['card']}
      edge={shown.ownSignups.length > 0 ? 'good' : undefined}
      aria-label={nameOfSlot(slot)}
      data-full={isSlotFull || undefined}
    >
      <div className={styles['head']}>
        <div className={styles['words']}>
          <h3 className={styles['name']}>
            {slot.time_slot === null ? (
              slot.name
            ) : (
              <>
                <time dateTime={slot.time_slot}>{servingRange(slot.time_slot)}</time>
                <span className={styles['what']}>{slot.name}</span>
              </>
            )}
          </h3>
          {slot.description && <p className={styles['description']}>{slot.description}</p>}
        </div>
        <PlusButton slot={slot} person={person} commands={commands} />
      </div>
      <div className={styles['foot']}>
        <Places count={shown.count} max={slot.max_signups} ownCount={shown.ownSignups.length} />
        {isSlotFull && (
          <Badge tone="neutral" icon={Utensils}>
            Full
          </Badge>
        )}
        <RecipeButton slot={slot} />
      </div>
      <OwnList slot={slot} commands={commands} />
      <CanceledList slot={slot} commands={commands} />
      <WaitsForConnection waiting={commands.waiting} />
      <SlotError commands={commands} />
      {tools}
    </Card>
  )
})

interface PlusButtonProps {
  readonly slot: Slot
  readonly person: Person | null
  readonly commands: SlotCommands
}

function PlusButton({ slot, person, commands }: PlusButtonProps) {
  const plus = choosePlus(slot, commands.shown, person)
  if (plus.kind === 'hidden') return null
  const press = () => {
    if (plus.kind === 'cancel') return commands.cancelSignup(plus.signup)
    commands.signUp(plus.person)
  }
  const name = nameOfSlot(slot)
  return (
    <button
      type="button"
      className={styles['plus']}
      // Stays while the person is signed up: `aria-pressed` reports that, and the button then cancels.
      aria-label={`Sign up for ${name}`}
      title={plus.kind === 'cancel' ? 'You’re signed up. Tap to drop this slot.' : `Sign up for ${name}`}
      aria-pressed={canRepeat(slot.category) ? undefined : plus.kind === 'cancel'}
      onClick={press}
    >
      <PlusIcon aria-hidden="true" />
    </button>
  )
}

interface PlacesProps {
  readonly count: number
  readonly max: number
  /** The number of this device's sign-ups, which `count` includes. */
  readonly ownCount: number
}

/** More dots than this are hard to count. */
const maxDots = 16

/** `7/10`, and a dot for each place: own, taken by others, or free. */
function Places({ count, max, ownCount }: PlacesProps) {
  return (
    <div className={styles['places']}>
      <span className={styles['count']}>
        {count}/{max}
        <VisuallyHidden> signed up</VisuallyHidden>
      </span>
      {max > 1 && max <= maxDots && (
        <span className={styles['dots']} aria-hidden="true">
          {Array.from({ length: max }, (_, index) => index).map((place) => (
            <span key={place} className={styles['dot']} data-kind={findDotKind(place, { count, ownCount })} />
          ))}
        </span>
      )}
    </div>
  )
}

function findDotKind(
  place: number,
  { count, ownCount }: Pick<PlacesProps, 'count' | 'ownCount'>,
): 'own' | 'taken' | 'free' {
  if (place >= count) return 'free'
  return place < ownCount ? 'own' : 'taken'
}

// `late` loads the file of the dialog when the button is hovered or focused, or else at the first opening. `LateAnswer` is
// shown if loading fails.
const RecipeDialog = late(async () => (await import('./recipe-dialog.tsx')).RecipeDialog, {
  what: 'The recipe',
  isWanted: ({ open }) => open,
  failed: LateAnswer,
})

export const hasRecipe = (slot: Pick<Slot, 'recipe_title' | 'recipe_ingredients' | 'recipe_instructions'>): boolean =>
  Boolean(slot.recipe_title || slot.recipe_ingredients || slot.recipe_instructions)

/** The button that opens the recipe of a dish; absent for a dish without a recipe. */
function RecipeButton({ slot }: { readonly slot: Slot }) {
  const [open, setOpen] = useState(false)
  if (!hasRecipe(slot)) return null
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        icon={<BookOpen aria-hidden="true" />}
        aria-label={`Recipe: ${slot.name}`}
        onPointerEnter={RecipeDialog.preload}
        onFocus={RecipeDialog.preload}
        onClick={() => setOpen(true)}
      >
        Recipe
      </Button>
      <RecipeDialog slot={slot} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

interface OwnListProps {
  readonly slot: Slot
  readonly commands: SlotCommands
}

/** Returns the words in place of the button that cancels a sign-up; null where it can be canceled. */
function describeState(signup: ShownSignup): string | null {
  if (signup.isPending) return 'Saving…'
  // A device owns no walk-ins, so a sign-up that cannot be canceled is checked in.
  return canCancel(signup) ? null : 'Checked in'
}

/** This device's sign-ups for one slot, each with a button, `Remove`, that cancels the sign-up. */
function OwnList({ slot, commands }: OwnListProps) {
  const { ownSignups } = commands.shown
  if (ownSignups.length === 0) return null
  return (
    <ul className={styles['list']} aria-label={`Your sign-ups for ${nameOfSlot(slot)}`}>
      {ownSignups.map((signup) => {
        const state = describeState(signup)
        return (
          <li key={signup.id} className={styles['row']} aria-busy={signup.isPending}>
            <Check className={styles['check']} aria-hidden="true" />
            <bdi className={styles['ownName']}>{signup.person_name}</bdi>
            {state ? (
              <span className={styles['state']}>{state}</span>
            ) : (
              <Button
                variant="quiet"
                size="compact"
                icon={<Minus aria-hidden="true" />}
                aria-label={`Remove ${signup.person_name} from ${nameOfSlot(slot)}`}
                onClick={() => commands.cancelSignup(signup)}
              >
                Remove
              </Button>
            )}
            {slot.category === 'dishes' && signup.allergens && (
              <span className={styles['allergens']}>
                <StatedDetails of={signup} look="words-or-none" />
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
        )
      })}
    </ul>
  )
}

/** The sign-ups that were canceled here a moment ago, each with a button that signs the person up again. */
function CanceledList({ slot, commands }: OwnListProps) {
  return (
    <div role="status" className={styles['canceled']}>
      {commands.canceled.map((signup) => (
        <div key={signup.id} className={styles['row']}>
          <span className={styles['gone']}>
            Your sign-up is removed. <span className={styles['state']}>Someone else can take it now.</span>
          </span>
          <Button
            variant="secondary"
            size="compact"
            icon={<Undo2 aria-hidden="true" />}
            aria-label={`Undo: sign ${signup.person_name} up again for ${nameOfSlot(slot)}`}
            onClick={() => commands.signUpAgain(signup)}
          >
            Undo
          </Button>
        </div>
      ))}
    </div>
  )
}

/** Shows why the card's last command failed, or that no answer came. */
function SlotError({ commands: { rejection, isOutcomeUnknown, tryAgain } }: { readonly commands: SlotCommands }) {
  return (
    <div role="alert" className={styles['error']}>
      {rejection !== null && <InlineError>{rejection}</InlineError>}
      {isOutcomeUnknown && (
        <InlineError icon={WifiOff}>
          No response yet. We’ll keep trying; you won’t be signed up twice.
          <Button variant="secondary" size="compact" className={styles['again']} onClick={tryAgain}>
            Try again
          </Button>
        </InlineError>
      )}
    </div>
  )
}
