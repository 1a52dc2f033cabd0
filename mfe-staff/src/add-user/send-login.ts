import { call } from '@ultimate/kit/api.ts'
import { queryClient } from '@ultimate/kit/query.ts'
import { refusedOr } from '../send.ts'
import { usersKey } from '../users/users-query.ts'
import { cleaned, loginFields } from './login-draft.ts'
import type { AddOutcome, Attempt } from './machine.ts'

/** Sends the login under its key. */
export function sendLogin({ key, draft }: Attempt): Promise<AddOutcome> {
  return refusedOr(loginFields, async () => {
    await call('POST /api/auth/create-temp-login', { body: cleaned(draft) }, { idempotencyKey: key })
    void queryClient.invalidateQueries({ queryKey: usersKey })
    return { kind: 'added' as const }
  })
}
