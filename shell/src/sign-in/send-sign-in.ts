import type { Answer } from '@ultimate/kit/form/form-draft.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { ApiError, call, NetworkError } from '@ultimate/kit/request/api.ts'
import { type Credentials, failed, networkFailed, type Session } from './sign-in-machine.ts'

/** Asks the server; what only programming errors can cause is left to reject. */
export async function sendSignIn(
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Answer<keyof Credentials, Session>> {
  try {
    const value = await call('POST /api/auth/login', { body: { ...credentials } }, { signal })
    return { kind: 'accepted', value }
  } catch (error) {
    if (error instanceof NetworkError) return { kind: 'unanswered', message: networkFailed }
    // Without a code of ours it was not our server that answered: its words are not for people.
    if (error instanceof ApiError)
      return { kind: 'refused', message: messageOf(error, failed), errors: {}, focus: 'password' }
    throw error
  }
}
