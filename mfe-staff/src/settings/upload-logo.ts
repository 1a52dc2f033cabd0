import { largestLogo, logoErrors } from '@ultimate/events/staff/logo.ts'
import { ApiError, errorOf, NetworkError } from '@ultimate/kit/request/api.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'

/** A picture of a few megabytes from a phone at the edge of a field. */
const longestMs = 60_000

/** Stores a picture and resolves to its address. Rejects with ApiError or NetworkError. */
export async function uploadLogo(file: File, key: string): Promise<string> {
  const { LOGO_TOO_LARGE } = logoErrors.registry
  if (file.size > largestLogo)
    throw new ApiError(LOGO_TOO_LARGE.status, { code: 'LOGO_TOO_LARGE', message: LOGO_TOO_LARGE.message })
  const { token } = useSessionStore.getState()
  const body = new FormData()
  body.set('logo', file)
  const headers = { accept: 'application/json', 'idempotency-key': key, authorization: `Bearer ${token}` }
  const signal = AbortSignal.timeout(longestMs)
  const answer = await fetch('/api/edition/logo', { method: 'POST', body, headers, signal }).catch((cause: unknown) => {
    throw new NetworkError('The server could not be reached.', { cause })
  })
  if (!answer.ok) throw await errorOf(answer, token)
  return ((await answer.json()) as { readonly logo: string }).logo
}
