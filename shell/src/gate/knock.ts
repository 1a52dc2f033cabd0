import { ApiError, call, NetworkError } from '@ultimate/kit/api.ts'
import type { GateAnswer } from './gate-machine.ts'

/** Shows the test password to the server; a right one comes back as a cookie. */
export async function knock(password: string, signal: AbortSignal): Promise<GateAnswer> {
  try {
    await call('POST /api/gate', { body: { password } }, { signal })
    return { kind: 'open' }
  } catch (error) {
    if (error instanceof NetworkError) return { kind: 'unreachable' }
    if (error instanceof ApiError) return { kind: 'refused', message: error.code === 'UNKNOWN' ? null : error.message }
    throw error
  }
}
