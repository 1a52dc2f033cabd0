import { ApiRefusal, call } from '@ultimate/kit/api.ts'
import { queryClient } from '@ultimate/kit/query.ts'
import { knownErrors } from '../field-errors.ts'
import { usersKey } from '../users/users-query.ts'
import { cleaned, loginFields } from './login-draft.ts'
import type { AddOutcome, Attempt } from './machine.ts'

/** Sends the login under its key. Rejects when it is not known whether it arrived. */
export async function sendLogin({ key, draft }: Attempt): Promise<AddOutcome> {
  try {
    await call('POST /api/auth/create-temp-login', { body: cleaned(draft) }, { idempotencyKey: key })
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.code === 'UNKNOWN') throw error
    return { kind: 'refused', sentence: error.message, errors: knownErrors(loginFields, error.fields) }
  }
  void queryClient.invalidateQueries({ queryKey: usersKey })
  return { kind: 'added' }
}
