import { signupLimits, walkInRequest } from '@ultimate/events/dinner/slots/signup.ts'
import { nameOfSlot } from '@ultimate/events/dinner/slots/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { useRef, useState } from 'react'
import { serverNow } from '../board/server-clock.ts'
import { refreshChecklist } from '../check-in/checklist-query.ts'
import type { CheckInKind } from '../check-in/kinds.ts'
import { refreshSlots, useSlots } from '../slots/slots-query.ts'
import styles from './walk-in-dialog.module.css'

export interface WalkInDialogProps {
  readonly kind: CheckInKind
  /** What was searched for in vain: most likely the name. */
  readonly name: string
  readonly onClose: () => void
}

interface Arrival {
  readonly name: string
  readonly team: string
  readonly slot: Slot
  readonly at: string
}

const isSame = (one: Arrival, other: Arrival): boolean =>
  one.name === other.name && one.team === other.team && one.slot.id === other.slot.id

/** Takes in what nobody had announced. The tap on the slot is the last one: it signs up and checks in. */
export default function WalkInDialog({ kind, name: searched, onClose }: WalkInDialogProps) {
  const [name, setName] = useState(searched)
  const [team, setTeam] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const last = useRef<Arrival>(null)
  const { run, isPending, waiting, subject, message } = useCommand<Arrival>({
    isSame,
    send: (arrival, key) => takeIn(arrival, key),
    failed: (cause) => messageOrStatus(cause, 'No answer came. Please tap the same again: it happens only once.'),
    onDone: async (_, arrival) => {
      toast.success(`${arrival.name} is checked in for ${nameOfSlot(arrival.slot)}.`)
      onClose()
      await Promise.all([refreshChecklist(kind), refreshSlots()])
    },
  })
  const choose = (slot: Slot) => {
    const issue = walkInRequest.shape.name.safeParse(name).error?.issues[0]
    setError(issue?.message)
    if (issue) return field.current?.focus()
    const tapped = { name: name.trim(), team: team.trim(), slot, at: new Date(serverNow()).toISOString() }
    // The same tap again is the same arrival, at its first time.
    if (!last.current || !isSame(last.current, tapped)) last.current = tapped
    run(last.current)
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
      {message && <Notice tone="bad" announce="alert" title={message} />}
      <WaitsForLine waiting={waiting} />
      <SlotButtons kind={kind} busy={isPending && !waiting ? (subject?.slot.id ?? null) : null} onChoose={choose} />
    </Dialog>
  )
}

function takeIn({ name, team, slot, at }: Arrival, idempotencyKey: string) {
  const body = { name, slot_id: slot.id, ...(team !== '' && { team_name: team }), at }
  return call('POST /api/dinner-management/walk-ins', { body }, { idempotencyKey })
}

interface SlotButtonsProps {
  readonly kind: CheckInKind
  /** The slot whose request is under way. */
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
