import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { shortestFillMs } from '@ultimate/events/language/text/form-mark.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { heldBack } from '@ultimate/kit/form/form-watch.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import type { Waiting } from '@ultimate/kit/request/use-command.ts'
import { isLineGone, isOffline, sendUntilAnswered, untilLineIsBack } from '@ultimate/kit/sending/line-wait.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useSelector } from '@xstate/react'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import type { Person } from '../person/person.ts'
import { signUpForm } from '../person/use-person.ts'
import { refreshSlots } from '../slots/slots-query.ts'
import { type ShownSignup, type ShownSlot, shownSlot } from './shown-slot.ts'
import { type Attempt, commitmentMachine, type Intent, type Outcome, type Removed } from './sign-up.machine.ts'

const machine = commitmentMachine.provide({
  actors: {
    perform: fromPromise<Outcome, Attempt>(({ input }) => perform(input)),
    performAgain: fromPromise<Outcome, Attempt>(({ input, signal }) => sendUntilAnswered(() => perform(input), signal)),
    line: fromPromise<void>(({ signal }) => untilLineIsBack(signal)),
  },
  guards: { isLineGone, isOffline },
})

/** By slot. They outlive the page, so that an intent of unknown outcome keeps its key. */
const commitments = new Map<string, ActorRefFrom<typeof machine>>()

function commitmentTo(slotId: string) {
  const known = commitments.get(slotId)
  if (known) return known
  const started = createActor(machine).start()
  commitments.set(slotId, started)
  return started
}

export interface Commitment {
  readonly shown: ShownSlot
  readonly isActing: boolean
  /** Set while the intent is not sent yet, because the device is offline. */
  readonly waiting: Waiting | null
  /** Why the last intent was refused. */
  readonly rejection: string | null
  /** It is unknown whether the last intent arrived; it is sent again until there is an answer. */
  readonly isInterrupted: boolean
  /** What was removed here and can be taken back for some seconds. */
  readonly removed: readonly Removed[]
  readonly signUp: (person: Person) => void
  readonly remove: (signup: ShownSignup) => void
  readonly undo: (removed: Removed) => void
  readonly tryAgain: () => void
}

/** What this device does with a slot, and the count and own sign-ups to show meanwhile. */
export function useCommitment(slot: Slot, own: readonly OwnSignup[]): Commitment {
  const actor = commitmentTo(slot.id)
  const snapshot = useSelector(actor, (now) => now)
  const { attempt, sentence, removed } = snapshot.context
  const isWaiting = snapshot.matches('waiting')
  const isActing = snapshot.matches('acting') || isWaiting
  const slotId = slot.id
  const seen = { count: slot.current_signups, own: own.length }
  const press = (intent: Intent) => actor.send({ type: 'do', key: newKey(), intent, seen })
  return {
    // What waits for the line is not counted: other visitors do not see it yet.
    shown: shownSlot(slot.current_signups, own, isActing && !isWaiting ? attempt : null),
    isActing,
    waiting: isWaiting ? { cancel: () => actor.send({ type: 'cancel' }) } : null,
    rejection: snapshot.matches('refused') ? sentence : null,
    isInterrupted: snapshot.matches('interrupted'),
    removed,
    signUp: (person) => press({ kind: 'sign-up', slotId, person, mark: signUpForm.mark() }),
    remove: ({ id: signupId, personName: name, email, captainId }) =>
      press({ kind: 'remove', slotId, signupId, person: { name, email, captainId } }),
    undo: ({ signupId }) => actor.send({ type: 'undo', signupId, key: newKey(), mark: signUpForm.mark(), seen }),
    tryAgain: () => actor.send({ type: 'try again' }),
  }
}

/** Sends the intent, and resolves when the lists show it. Rejects when its outcome is unknown. */
export async function perform({ key, intent }: Attempt): Promise<Outcome> {
  try {
    await (intent.kind === 'sign-up' ? signUp(key, intent) : withdrawSignup(key, intent.signupId))
  } catch (error) {
    void refreshSlots()
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    if (error.code === 'FORM_TRAP_FILLED') signUpForm.clearTrap()
    // The slot's card disappears, so the sentence goes into a toast.
    if (error.code === 'UNKNOWN_SLOT') toast.error(error.message)
    return { kind: 'refused', sentence: sentenceOf(error) }
  }
  await refreshSlots()
  return { kind: 'done' }
}

async function signUp(key: string, { slotId, person, mark }: Extract<Intent, { kind: 'sign-up' }>): Promise<void> {
  const form = await heldBack(mark, shortestFillMs)
  const body = { personName: person.name, email: person.email, captainId: person.captainId, slotId, form }
  const { signup } = await call('POST /api/dinner-signup', { body }, { idempotencyKey: key })
  const mailed = doesSiteMail() ? ' Your private link comes by mail.' : ''
  toast.success(`Signed up for ${signup.slot_name}.${mailed}`, offerUndo([key]))
}

/** Ends a sign-up of this device. One that is gone already counts as ended. */
async function withdrawSignup(idempotencyKey: string, id: string): Promise<void> {
  try {
    await call('DELETE /api/dinner-signup/{id}', { params: { id } }, { idempotencyKey })
  } catch (error) {
    // Another user was faster: the sign-up is gone, as intended.
    if (!(error instanceof ApiError && error.code === 'SIGNUP_NOT_FOUND')) throw error
  }
}

/** The server's sentence; where it is about fields, theirs say more. */
const sentenceOf = ({ message, fields }: ApiError): string => Object.values(fields)[0] ?? message
