import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { ApiError } from '@ultimate/kit/request/api.ts'
import { endSession, useSessionStore } from '@ultimate/kit/state/session.ts'
import { type Failure, NoToken } from './failure.ts'

/** Where the sign-in keeps the token. */
const tokenKey = 'authToken'
const reloadAfterMs = 2000
/** Long enough to be read on the page that one lands on. */
const sentenceMs = 10_000

/** The token that calls are made with. Throws {@link NoToken} when it is gone, be it from the browser's storage only. */
export function requireToken(): string {
  const { token } = useSessionStore.getState()
  if (token === null || localStorage.getItem(tokenKey) === null) throw new NoToken()
  return token
}

/**
 * The server takes this token no more: it is removed. The page goes away with it, to where nobody needs one, so the
 * sentence is said where it survives that.
 */
export function leaveDoor(
  failure: Failure,
  sentence: string,
  { token, error }: { token: string | null; error: unknown },
) {
  toast.error(sentence, { duration: sentenceMs })
  endSession(token, error instanceof ApiError ? error.code : undefined)
  if (failure.kind === 'foreign signature') setTimeout(() => location.reload(), reloadAfterMs)
}
