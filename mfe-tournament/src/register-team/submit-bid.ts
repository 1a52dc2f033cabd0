import { registration } from '@ultimate/events/tournament/registration.ts'
import { ApiRefusal, call } from '@ultimate/kit/api.ts'
import { queryClient } from '@ultimate/kit/query.ts'
import { knownErrors } from './bid.ts'
import type { Attempt, SubmitOutcome } from './machine.ts'

/** Sends the bid under its key. Rejects when it is not known whether, or why not, it arrived. */
export async function submitBid({ key, bid }: Attempt): Promise<SubmitOutcome> {
  try {
    await call('POST /api/register-team', { body: registration.parse(bid) }, { idempotencyKey: key })
  } catch (error) {
    const errors = error instanceof ApiRefusal && error.status === 422 ? knownErrors(error.fields) : {}
    if (Object.keys(errors).length === 0) throw error
    return { kind: 'refused', errors }
  }
  void queryClient.invalidateQueries({ queryKey: ['teams'] })
  return { kind: 'accepted' }
}
