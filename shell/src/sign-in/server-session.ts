import { ApiError, call, NetworkError } from '@ultimate/kit/api.ts'
import { signIn } from '@ultimate/kit/session.ts'
import type { Credentials, Session, SignInAnswer } from './sign-in-machine.ts'

/** Asks the server; what only programming errors can cause is left to reject. */
export async function sendSignIn(credentials: Credentials, signal: AbortSignal): Promise<SignInAnswer> {
  try {
    const session = await call('POST /api/auth/login', { body: { ...credentials } }, { signal })
    return { kind: 'accepted', session }
  } catch (error) {
    if (error instanceof NetworkError) return { kind: 'unreachable' }
    // Without a code of ours it was not our server that answered: its words are not for people.
    if (error instanceof ApiError) return { kind: 'refused', message: error.code === 'UNKNOWN' ? null : error.message }
    throw error
  }
}

export function keepSession({ user, token }: Session): void {
  signIn(user, token)
}
