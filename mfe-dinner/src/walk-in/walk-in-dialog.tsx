import { signupLimits, walkInRequest } from '@ultimate/events/dinner/slots/signup.ts'
import { nameOfSlot } from '@ultimate/events/dinner/slots/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { useRef, useState } from 'react'
import type { CheckInKind } from '../check-in/kinds.ts'
import { walkInTapRequest } from '../check-in/taps/marks.ts'
import { keepIfSignedIn } from '../check-in/taps/use-check-in-taps.ts'
import { refreshSlots, useSlots } from '../slots/slots-query.ts'
import styles from './walk-in-dialog.module.css'

export interface WalkInDialogProps {
  readonly kind: CheckInKind
  /** What was searched for in vain: most likely the name. */
  readonly name: string
  readonly onClose: () => void
}

/**
 * Takes in a dish or a helper without a sign-up. The tap on the slot is the last one: it signs up and checks in, and is
 * kept on the device like any other tap, so that it works offline.
 */
export default function WalkInDialog({ kind, name: searched, onClose }: WalkInDialogProps) {
  const [name, setName] = useState(searched)
  const [team, setTeam] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = async (slot: Slot) => {
    const asked = { name: name.trim(), team: team.trim() }
    const issue = walkInRequest.shape.name.safeParse(name).error?.issues[0]
    setError(issue?.message)
    if (issue) return field.current?.focus()
    setChosen(slot.id)
    const shown = { slot_id: slot.id, slot_name: slot.name, time_slot: slot.time_slot, category: slot.category }
    await keepIfSignedIn(kind, [walkInTapRequest({ ...asked, slot: shown })])
    onClose()
    void refreshSlots()
  }
  const isDish = kind.category === 'dishes'
  return (
    <Dialog
      open
      onClose={onClose}
      title={isDish ? 'A dish that came unannounced' : 'A helper who steps in'}
      description={
        isDish
          ? 'Who brings it, and then what it is: it is checked in with that tap.'
          : 'Who it is, and then when they serve: they are checked in with that tap.'
      }
      {...(searched === '' && { initialFocus: field })}
    >
      <div className={styles['who']}>
        <TextField
          ref={field}
          label="Name"
          autoComplete="off"
          maxLength={signupLimits.name}
          value={name}
          error={error}
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
      <SlotButtons kind={kind} busy={chosen} onChoose={(slot) => void choose(slot)} />
    </Dialog>
  )
}

interface SlotButtonsProps {
  readonly kind: CheckInKind
  /** The slot that was chosen. */
  readonly busy: string | null
  readonly onChoose: (slot: Slot) => void
}

/** All slots of the kind; those that are full say so, and take what is here nevertheless. */
function SlotButtons({ kind, busy, onChoose }: SlotButtonsProps) {
  const { data: slots, error, isFetching, refetch } = useSlots()
  if (!slots)
    return error ? (
      <ErrorPanel title="Failed to fetch data" onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <SkeletonRows label="Loading the slots" rows={6} />
    )
  const own = slots.filter(({ category }) => category === kind.category)
  if (own.length === 0) return <p className={styles['none']}>There is no slot of this kind yet.</p>
  return (
    <ul className={styles['slots']}>
      {own.map((slot) => (
        <li key={slot.id}>
          <button
            type="button"
            className={styles['slot']}
            aria-disabled={busy !== null}
            aria-busy={busy === slot.id || undefined}
            onClick={() => busy === null && onChoose(slot)}
          >
            <bdi className={styles['name']}>{nameOfSlot(slot)}</bdi>
            <span className={styles['count']}>
              {slot.current_signups} of {slot.max_signups}
              {slot.current_signups >= slot.max_signups && ', full'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
