import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { endRejectedSession, refreshChecklist, requireToken, showAnswer } from '../checklist-query.ts'
import type { CheckInKind } from '../kinds.ts'
import { type CheckInQueue, createCheckInQueue, type QueueState } from './check-in-queue.ts'
import { failureOf, updateSentence } from './failure.ts'
import type { Attempt, Outcome } from './machine.ts'

/** The queue of this page, updated with each answer of the server. */
export function useCheckInQueue(
  kind: CheckInKind,
  signups: readonly Signup[] | undefined,
): { queue: CheckInQueue; state: QueueState } {
  const [queue] = useState(() =>
    createCheckInQueue({
      perform: (attempt) => perform(kind, attempt),
      newKey,
      now: () => new Date(),
      // A user whose session has ended has seen another toast for that.
      onUnseenFailure: (sentence) => {
        if (useSessionStore.getState().isAuthenticated) toast.error(sentence)
      },
    }),
  )
  useEffect(() => {
    if (signups) queue.update(signups)
  }, [queue, signups])
  return { queue, state: useSyncExternalStore(queue.subscribe, queue.state) }
}

/** Sends one attempt. A failure is an outcome with its sentence, never an error. */
export async function perform(kind: CheckInKind, { signupId, key, checkedIn, at }: Attempt): Promise<Outcome> {
  const { token } = useSessionStore.getState()
  try {
    requireToken()
    const request = { params: { id: signupId }, body: { checkedIn, at } }
    const { signup } = await call(kind.checkIn, request, { idempotencyKey: key, saysEnding: true })
    await showAnswer(kind, signup)
    return { kind: 'done' }
  } catch (error) {
    const failure = failureOf(error)
    const sentence = updateSentence(kind.category, failure)
    if (failure.kind === 'no answer') return { kind: 'unanswered', sentence }
    if (failure.kind === 'refused') void refreshChecklist(kind)
    else endRejectedSession(failure, sentence, { token, error })
    return { kind: 'refused', sentence }
  }
}
