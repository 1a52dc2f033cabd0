import { call } from '@ultimate/kit/request/api.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import type { Attempt, Outcome } from './check-in-machine.ts'
import { refreshChecklist, showAnswer } from './checklist-query.ts'
import { leaveDoor, requireToken } from './door-session.ts'
import { failureOf, updateSentence } from './failure.ts'
import type { CheckInKind } from './kinds.ts'

/** Tells the server. What comes to nothing is an outcome with its sentence, never an error. */
export async function perform(kind: CheckInKind, { signupId, key, checkedIn, at }: Attempt): Promise<Outcome> {
  const { token } = useSessionStore.getState()
  try {
    requireToken()
    const request = { params: { id: signupId }, body: { checkedIn, at } }
    const { signup } = await call(kind.checkIn, request, { idempotencyKey: key })
    await showAnswer(kind, signup)
    return { kind: 'done' }
  } catch (error) {
    const failure = failureOf(error)
    const sentence = updateSentence(kind.category, failure)
    if (failure.kind === 'no answer') return { kind: 'unanswered', sentence }
    if (failure.kind === 'refused') void refreshChecklist(kind)
    else leaveDoor(failure, sentence, { token, error })
    return { kind: 'refused', sentence }
  }
}
