import { NetworkError } from '@ultimate/kit/request/api.ts'
import { lineOf, useLineStore } from '@ultimate/kit/state/line.ts'
import { isDomainError } from '../request/answer.ts'

/** How far an attempt has come; the same words wherever attempts are kept. */
export type Step = 'not-sent' | 'sending' | 'sent' | 'refused' | 'unanswered'

/** The device has no network, or the site has not answered on it for some time. */
export const isLineGone = (): boolean => lineOf(useLineStore.getState()) !== 'up'

/** Whether the browser reports that the device has no network. */
export const isOffline = (): boolean => !useLineStore.getState().isOnline

const firstPauseMs = 500
const longestPauseMs = 15_000

/**
 * Resolves once the site answers: at once where the line only seemed to be gone. A network that has just come back often
 * does not carry the first request yet, so a small one goes first. Rejects with the signal's reason.
 */
export async function untilLineIsBack(signal: AbortSignal): Promise<void> {
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted()
    const isOnline = !isOffline()
    if (isOnline && (await doesSiteAnswer(signal))) return
    await nextChance(isOnline ? Math.min(longestPauseMs, firstPauseMs * 2 ** tries) : null, signal)
    if (!isOnline) tries = -1
  }
}

async function doesSiteAnswer(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal })).ok
  } catch {
    signal.throwIfAborted()
    return false
  }
}

/** Waits for so many milliseconds (null: without end), or until more or less is known of the line. */
function nextChance(milliseconds: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = milliseconds === null ? undefined : setTimeout(done, milliseconds)
    const unsubscribe = useLineStore.subscribe(done)
    signal.addEventListener('abort', done)
  })
}

/**
 * Sends as soon as there is a line, and again under the same key where the line goes away before an answer came. Says
 * at once which of both it is. Rejects as `send` does, or with the signal's reason while it waits.
 */
export async function sendOverLine<T>(
  send: () => Promise<T>,
  { signal, onStep }: { readonly signal: AbortSignal; readonly onStep: (step: 'not-sent' | 'sending') => void },
): Promise<T> {
  for (;;) {
    if (isLineGone()) {
      onStep('not-sent')
      await untilLineIsBack(signal)
    }
    onStep('sending')
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof NetworkError) || !isOffline()) throw error
    }
  }
}

/** A connection that broke is often back at once, in milliseconds. */
const breakMs = 400

/** Sends once more what got no answer. Only for requests under a key. */
export async function sendTwice<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (isDomainError(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, breakMs))
    return send()
  }
}

/**
 * Sends again what was not answered, each time the site answers at all, until this is answered too. Only for requests
 * under a key; `send` rejects where no answer came. Rejects with the signal's reason.
 */
export async function sendUntilAnswered<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pauseMs = firstPauseMs / 2; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    await untilLineIsBack(signal)
    try {
      return await send()
    } catch {
      signal.throwIfAborted()
    }
  }
}
