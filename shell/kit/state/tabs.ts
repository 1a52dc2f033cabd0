/** The lock that the work has; null where it runs without one. */
type Work<T> = (lock: Lock | null) => T | Promise<T>

/**
 * Runs the work while no other tab of this browser runs its own under the same name. Without locks, as on plain http or
 * where site data is blocked, it runs at once. Rejects where the wait was aborted or the lock taken away, and with what
 * the work throws.
 */
export async function withLock<T>(name: string, options: LockOptions, work: Work<T>): Promise<T> {
  if (!('locks' in navigator)) return work(null)
  let isBegun = false
  const begin = (lock: Lock | null) => {
    isBegun = true
    return work(lock)
  }
  try {
    return await navigator.locks.request(name, options, begin)
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError'
    if (isBegun || isAborted) throw error
    return work(null)
  }
}

/** Returns the channel between the tabs of this browser; null where the browser has no channels, or refuses them. */
export function channelOfTabs(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
