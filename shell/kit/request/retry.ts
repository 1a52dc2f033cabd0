import { ApiError, NetworkError } from '@ultimate/kit/request/api.ts'

/** Milliseconds before each further try. */
const pausesMs = [500, 1_000, 2_000, 4_000]

/**
 * Sends again what may have been done although no answer came. Only for requests under an idempotency key. Rejects as
 * the last try does.
 */
export async function retryUntilAnswered<T>(
  send: () => Promise<T>,
  pause: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await send()
    } catch (error) {
      if (!isUnanswered(error)) throw error
      await pause(ms)
    }
  }
  return send()
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
