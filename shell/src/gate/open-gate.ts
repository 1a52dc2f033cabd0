import type { Answer } from '@ultimate/kit/form/form-draft.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { ApiError, call, NetworkError } from '@ultimate/kit/request/api.ts'
import { type GateDraft, networkFailed, wrongPassword } from './gate-machine.ts'

/** Sends the test password to the server; a right one comes back as a cookie. */
export async function openGate({ password }: GateDraft, signal: AbortSignal): Promise<Answer<keyof GateDraft>> {
  try {
    await call('POST /api/gate', { body: { password } }, { signal })
    return { kind: 'accepted', value: null }
  } catch (error) {
    if (error instanceof NetworkError) return { kind: 'unanswered', message: networkFailed }
    if (error instanceof ApiError) return { kind: 'refused', message: messageOf(error, wrongPassword), errors: {} }
    throw error
  }
}
