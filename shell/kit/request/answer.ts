import { ApiError, NetworkError } from '@ultimate/kit/request/api.ts'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { type FieldErrors, knownErrors } from '../form/field-errors.ts'
import type { Answer } from '../form/form-draft.ts'

/**
 * One key per intended action. Unlike `crypto.randomUUID` this also works on a device that opened the site by plain
 * http.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** Returns whether the server itself answered with an error. An answer without a code may be that of a proxy. */
const isOfServer = (error: unknown): error is ApiError => error instanceof ApiError && error.code !== 'UNKNOWN'

/** Returns whether the server rejected the request for good. After other errors it may have taken effect. */
export const isDomainError = (error: unknown): error is ApiError => isOfServer(error) && error.status < 500

/** The server's message for people, where it gave one; else the screen's own. */
export const messageOf = (error: unknown, otherwise: string): string => (isOfServer(error) ? error.message : otherwise)

/** Like `messageOf`, with the HTTP status where an answer has no message. */
export const messageOrStatus = (error: Error, otherwise: string): string =>
  error instanceof ApiError ? error.message : otherwise

/**
 * Sends a form. A domain error becomes a `refused` answer with the messages of this form's fields. After an error of
 * the server itself, which becomes `unanswered`, the request may have taken effect. Throws all other errors.
 */
export async function answerTo<Field extends string, Value>(
  fields: readonly Field[],
  send: () => Promise<Value>,
): Promise<Answer<Field, Value>> {
  try {
    return { kind: 'accepted', value: await send() }
  } catch (error) {
    if (!isOfServer(error)) throw error
    if (error.status >= 500) return { kind: 'unanswered', message: error.message }
    const errors: FieldErrors<Field> = knownErrors(fields, error.fields)
    return { kind: 'refused', message: error.message, errors }
  }
}

/** Milliseconds between the tries that are made before a screen shows that no answer came. */
export const shortPauses: readonly number[] = [500, 1_000, 2_000, 4_000]

/**
 * Sends a request again after each of the pauses, until an answer comes. It needs an idempotency key, because each try
 * may have taken effect. Throws the error of the last try; at once while the device is offline, because then the caller
 * waits for the connection. A command of one request takes the `pauses` of `sendCommand` instead.
 */
export async function retryUntilAnswered<T>(
  send: () => Promise<T>,
  pausesMs: readonly number[] = shortPauses,
  pause: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await send()
    } catch (error) {
      if (!isUnanswered(error) || !useConnectionStore.getState().isOnline) throw error
      await pause(ms)
    }
  }
  return send()
}

/** Returns whether the server failed to answer, or its answer was lost: a later try may succeed. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
