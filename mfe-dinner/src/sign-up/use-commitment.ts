import type { OwnSignup } from '@ultimate/events/dinner/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import { useSelector } from '@xstate/react'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import { newKey } from '../slots/new-key.ts'
import { type Attempt, commitmentMachine, type Deed, type Outcome } from './commitment-machine.ts'
import { type ShownSlot, shownSlot } from './overlay.ts'
import { perform } from './perform.ts'
import type { Person } from './person.ts'
import { signUpForm } from './sign-up-form.ts'

const machine = commitmentMachine.provide({
  actors: { perform: fromPromise<Outcome, Attempt>(({ input }) => perform(input)) },
})

/** By slot. They outlive the page: a deed of which nobody knows whether it arrived keeps its key. */
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
  /** Why the last deed was refused. */
  readonly refusal: string | null
  /** Nobody knows whether the last deed arrived. */
  readonly isInterrupted: boolean
  readonly signUp: (person: Person) => void
  readonly remove: (signupId: string) => void
  readonly tryAgain: () => void
}

/** What this device does about a slot, with the slot's count and own sign-ups as they should be shown meanwhile. */
export function useCommitment(slot: Slot, own: readonly OwnSignup[]): Commitment {
  const actor = commitmentTo(slot.id)
  const snapshot = useSelector(actor, (now) => now)
  const isActing = snapshot.matches('acting')
  const press = (deed: Deed) => {
    const seen = { count: slot.current_signups, own: own.length }
    actor.send({ type: 'do', key: newKey(), deed, seen })
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
