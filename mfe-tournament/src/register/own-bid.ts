import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { correction } from '@ultimate/events/tournament/registration.ts'
import { hasErrors, knownErrors } from '@ultimate/kit/form/field-errors.ts'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField } from '@ultimate/kit/form/use-form.ts'
import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { type ApiError, call } from '@ultimate/kit/request/api.ts'
import { refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useLocation } from '@ultimate/kit/router.ts'
import { fromPromise } from 'xstate'
import { type BidDraft, emptyBid, type Field, fields, findErrors } from './bid.ts'

/**
 * Returns the private link's token. It stands behind a `#`, so no server logs it. It stays in the address, so that a bookmark
 * and a reload open the bid again.
 */
export function useToken(): string | null {
  const { hash } = useLocation()
  return new URLSearchParams(hash.slice(1)).get('token')
}

/** Reads the bid that the link opens. */
export function useOwnBid(token: string) {
  return useLiveQuery({
    key: ['teams', 'own', token],
    read: async (signal): Promise<OwnBid> => call('POST /api/bid', { body: { token } }, { signal }),
    retry: (failures, error) => failures < 1 && !isRejection(error),
  })
}

/** True where the server has rejected the link. After a failure of 5xx or 429 another try may succeed. */
export const isRejection = (error: unknown): error is ApiError => isDomainError(error) && error.status !== 429

/**
 * Returns the bid for the form, which shows the division and never sends it. It leaves out the fields that a later release
 * added to the answer, because the form's schema rejects them.
 */
export function toDraft({ bid, division }: OwnBid): BidDraft {
  const known = { ...bid, division }
  return Object.fromEntries(fields.map((field) => [field, known[field]])) as unknown as BidDraft
}

/** Correcting a bid, from the first change to the accepted answer, with its requests. */
export const correctTeamMachine = (token: string) =>
  formMachine<BidDraft, OwnBid>({
    id: 'own-bid',
    fields,
    empty: emptyBid,
    findErrors,
    failed: 'No response. Please try again.',
    afterwards: toDraft,
    keepsFailure: true,
    isEdit: true,
  }).provide({
    actors: { send: fromPromise(({ input }) => correctTeam(token, input)) },
    actions: { focusField },
  })

/** Sends the correction under its key. Throws if another try may succeed. */
async function correctTeam(token: string, { key, draft }: FormAttempt<BidDraft>): Promise<Answer<Field, OwnBid>> {
  const { division: _, ...changed } = draft
  try {
    const body = { ...correction.parse(changed), token }
    const value = await call('POST /api/bid/correct', { body }, { idempotencyKey: key })
    void refresh(['teams', 'registered'])
    return { kind: 'accepted', value }
  } catch (error) {
    if (!isRejection(error)) throw error
    const errors = knownErrors(fields, error.fields)
    if (hasErrors(errors)) return { kind: 'refused', message: null, errors }
    // Staff removed the bid, or the bid has another address now. The page reads the bid again to show which.
    void refresh(['teams', 'own', token])
    const message = error.code === 'TEAM_REMOVED' ? 'This bid was removed in the meantime.' : error.message
    return { kind: 'refused', message, errors: {} }
  }
}
