import { formMarkErrors, shortestFillMs } from '@ultimate/events/language/form-mark.ts'
import { registration } from '@ultimate/events/tournament/registration.ts'
import { heldBack } from '@ultimate/kit/form/form-watch.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { knownErrors } from './bid.ts'
import type { Attempt, SubmitOutcome } from './machine.ts'

/** Sends the bid under its key. Rejects when it is not known whether, or why not, it arrived. */
export async function submitBid({ key, bid, mark }: Attempt): Promise<SubmitOutcome> {
  const form = mark && (await heldBack(mark, shortestFillMs))
  try {
    const body = { ...registration.parse(bid), ...(form && { form }) }
    const { team } = await call('POST /api/register-team', { body }, { idempotencyKey: key })
    void queryClient.invalidateQueries({ queryKey: ['teams'] })
    return { kind: 'accepted', awaitsConfirmation: team.email_confirmed === false }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code in formMarkErrors) return { kind: 'rejected' }
    const errors = error.status === 422 ? knownErrors(error.fields) : {}
    if (Object.keys(errors).length === 0) throw error
    return { kind: 'refused', errors }
  }
}
