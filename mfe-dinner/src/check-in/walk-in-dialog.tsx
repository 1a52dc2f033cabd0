import { type Allergens, noneNamed } from '@ultimate/events/dinner/allergens.ts'
import { isFull, nameOfSlot, slotLimits } from '@ultimate/events/dinner/slot.ts'
import { allergensRequest, signupLimits, walkInRequest } from '@ultimate/events/dinner/slots/signup-schema.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { requiredName } from '@ultimate/events/language/text/text.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { refresh } from '@ultimate/kit/request/live.ts'
import { type FormEvent, useRef, useState } from 'react'
import { AllergenFields } from '../common/allergens.tsx'
import { useSlots } from '../slots/slots-query.ts'
import type { CheckInKind } from './kinds.ts'
import { type WalkIn, walkInCommand } from './marks.ts'
import { queueIfSignedIn } from './use-check-in-commands.ts'
import styles from './walk-in-dialog.module.css'

export interface WalkInDialogProps {
  readonly kind: CheckInKind
  /** The text of a search without results: most likely the name. */
  readonly name: string
  readonly onClose: () => void
}

/**
 * The form for a dish or a helper without a sign-up. Choosing the slot queues one command, which signs up and checks
 * in, so that the form works offline.
 */
export default function WalkInDialog({ kind, name: searched, onClose }: WalkInDialogProps) {
  const [name, setName] = useState(searched)
  const [team, setTeam] = useState('')
  const [allergens, setAllergens] = useState<Allergens>(noneNamed)
  const [nameError, setNameError] = useState<string>()
  const [allergensError, setAllergensError] = useState<string>()
  const nameField = useRef<HTMLInputElement>(null)
  const otherAllergensField = useRef<HTMLInputElement>(null)
  /** The id of the chosen slot, or the name of another dish; null before the choice. */
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = async (slot: WalkIn['slot']) => {
    if (chosen !== null) return
    const { error: invalidName } = walkInRequest.shape.name.safeParse(name)
    const { error: invalidAllergens, data: parsedAllergens } = allergensRequest.safeParse(allergens)
    setNameError(invalidName?.issues[0]?.message)
    setAllergensError(invalidAllergens?.issues[0]?.message)
    if (invalidName) return nameField.current?.focus()
    if (invalidAllergens) return unfoldAndFocus(otherAllergensField.current)
    setChosen(slot.slot_id ?? slot.slot_name)
    const details = { allergens: parsedAllergens }
    await queueIfSignedIn(kind, [walkInCommand({ name: name.trim(), team: team.trim(), details, slot })])
    onClose()
    void refresh(['slots'])
  }
  const isDish = kind.category === 'dishes'
  return (
    <Dialog
      open
      onClose={onClose}
      title={isDish ? 'A dish that came unannounced' : 'A helper who steps in'}
      description={
        isDish
          ? 'Enter who brings it, then tap the dish to check it in.'
          : 'Enter who it is, then tap the time to check them in.'
      }
      {...(searched === '' && { initialFocus: nameField })}
    >
      <div className={styles['who']}>
        <TextField
          ref={nameField}
          label="Name"
          autoComplete="off"
          maxLength={signupLimits.name}
          value={name}
          error={nameError}
          onValueChange={setName}
        />
        <TextField
          label="Team"
          optional
          autoComplete="off"
          maxLength={signupLimits.team}
          value={team}
          onValueChange={setTeam}
        />
      </div>
      {isDish && (
        <details className={styles['allergens']}>
          <summary>Allergens (optional)</summary>
          <AllergenFields
            value={allergens}
            error={allergensError}
            otherField={otherAllergensField}
            onValueChange={setAllergens}
          />
        </details>
      )}
      <SlotButtons
        kind={kind}
        chosen={chosen}
        onChoose={({ id: slot_id, name: slot_name, time_slot, category }) =>
          void choose({ slot_id, slot_name, time_slot, category })
        }
      />
      {isDish && (
        <OtherDish
          onName={(slot_name) => void choose({ slot_id: null, slot_name, time_slot: null, category: 'dishes' })}
        />
      )}
    </Dialog>
  )
}

/** Focuses a field, which the user may have folded away. */
function unfoldAndFocus(field: HTMLElement | null): void {
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
}

/** The form for a dish that no slot asks for. */
function OtherDish({ onName }: { readonly onName: (name: string) => void }) {
  const [dish, setDish] = useState('')
  const [error, setError] = useState<string>()
  const checkIn = (event: FormEvent) => {
    event.preventDefault()
    const { data, error: invalid } = requiredName(slotLimits.name, 'Please say what it is.').safeParse(dish)
    setError(invalid?.issues[0]?.message)
    if (data) onName(data)
  }
  return (
    <form className={styles['other']} noValidate onSubmit={checkIn}>
      <TextField
        label="Something else"
        autoComplete="off"
        maxLength={slotLimits.name}
        value={dish}
        error={error}
        onValueChange={setDish}
      />
      <Button type="submit" variant="secondary">
        Check in this dish
      </Button>
    </form>
  )
}

interface SlotButtonsProps {
  readonly kind: CheckInKind
  readonly chosen: string | null
  readonly onChoose: (slot: Slot) => void
}

/** Lists all slots of the kind. Full ones are marked, but accept a walk-in too. */
function SlotButtons({ kind, chosen, onChoose }: SlotButtonsProps) {
  const { data: slots, error, isFetching, refetch } = useSlots()
  if (!slots)
    return error ? (
      <ErrorPanel title="Failed to fetch data" onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <SkeletonRows label="Loading the slots" rows={6} />
    )
  const slotsOfKind = slots.filter(({ category }) => category === kind.category)
  if (slotsOfKind.length === 0) return <p className={styles['none']}>There is no slot of this kind yet.</p>
  return (
    <ul className={styles['slots']}>
      {slotsOfKind.map((slot) => (
        <li key={slot.id}>
          <button
            type="button"
            className={styles['slot']}
            aria-disabled={chosen !== null}
            aria-busy={chosen === slot.id || undefined}
            onClick={() => chosen === null && onChoose(slot)}
          >
            <bdi className={styles['name']}>{nameOfSlot(slot)}</bdi>
            <span className={styles['count']}>
              {slot.current_signups} of {slot.max_signups}
              {isFull(slot.current_signups, slot.max_signups) && ', full'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
