import type { OwnSignup } from '@ultimate/events/dinner/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import { shortestFillMs } from '@ultimate/events/language/form-mark.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { heldBack } from '@ultimate/kit/form/form-watch.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { useSelector } from '@xstate/react'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import type { Person } from '../person/person.ts'
import { signUpForm } from '../person/use-person.ts'
import { refreshSlots } from '../slots/slots-query.ts'
import { type Attempt, commitmentMachine, type Intent, type Outcome } from './machine.ts'
import { type ShownSlot, shownSlot } from './shown-slot.ts'

const machine = commitmentMachine.provide({
  actors: { perform: fromPromise<Outcome, Attempt>(({ input }) => perform(input)) },
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
  /** Why the last intent was refused. */
  readonly refusal: string | null
  /** It is unknown whether the last intent arrived. */
  readonly isInterrupted: boolean
  readonly signUp: (person: Person) => void
  readonly remove: (signupId: string) => void
  readonly tryAgain: () => void
}

/** What this device does with a slot, and the count and own sign-ups to show meanwhile. */
export function useCommitment(slot: Slot, own: readonly OwnSignup[]): Commitment {
  const actor = commitmentTo(slot.id)
  const snapshot = useSelector(actor, (now) => now)
  const isActing = snapshot.matches('acting')
  const press = (intent: Intent) => {
    const seen = { count: slot.current_signups, own: own.length }
    actor.send({ type: 'do', key: newKey(), intent, seen })
  }
  return {
    shown: shownSlot(slot.current_signups, own, isActing ? snapshot.context.attempt : null),
    isActing,
    refusal: snapshot.matches('refused') ? snapshot.context.sentence : null,
    isInterrupted: snapshot.matches('interrupted'),
    signUp: (person) => press({ kind: 'sign-up', slotId: slot.id, person, mark: signUpForm.mark() }),
    remove: (signupId) => press({ kind: 'remove', slotId: slot.id, signupId }),
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
  toast.success(`Signed up for ${signup.slot_name}. Your private link comes by mail.`)
}

/** Ends a sign-up of this device. One that is gone already counts as ended. */
async function withdrawSignup(idempotencyKey: string, id: string): Promise<void> {
  try {
    await call('DELETE /api/dinner-signup/{id}', { params: { id } }, { idempotencyKey })
  } catch (error) {
    // Another user was faster: the sign-up is gone, as intended.
    if (!(error instanceof ApiError && error.code === 'SIGNUP_NOT_FOUND')) throw error
  }
  toast.success('Your sign-up is removed.')
}

/** The server's sentence; where it is about fields, theirs say more. */
const sentenceOf = ({ message, fields }: ApiError): string => Object.values(fields)[0] ?? message
