import { connectionOf, useConnectionStore } from '@ultimate/kit/state/connection.ts'

/** Returns whether the device has no network, or the site has not answered on it for some time. */
export const isConnectionLost = (): boolean => connectionOf(useConnectionStore.getState()) !== 'up'

/** Returns whether the browser reports that the device has no network. */
export const isOffline = (): boolean => !useConnectionStore.getState().isOnline

const firstPauseMs = 500

const maxPauseMs = 15_000

/** Milliseconds before the next try after this many failures. */
export const pauseAfter = (failures: number): number => Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1))

/**
 * Resolves once the site answers: at once where the connection only seemed to be lost. A network that has just come
 * back often does not carry the first request yet, so a small one goes first. Rejects with the signal's reason.
 */
export async function whenConnected(signal: AbortSignal): Promise<void> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    const isOnline = !isOffline()
    if (isOnline && (await doesSiteAnswer(signal))) return
    await nextChance(isOnline ? pauseAfter(tries) : null, signal)
    if (!isOnline) tries = 0
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

/** Waits for this many milliseconds (null: without end), or until the state of the connection changes. */
function nextChance(milliseconds: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = milliseconds === null ? undefined : setTimeout(done, milliseconds)
    const unsubscribe = useConnectionStore.subscribe(done)
    signal.addEventListener('abort', done)
  })
}
