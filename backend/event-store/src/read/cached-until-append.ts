import type { EventLog } from '../event-log.ts'

/** Limits how long an answer is reused when a notification is lost. */
const longestMs = 1000

/**
 * Reuses what `load` gave until something is appended anywhere. Answers of this process are never behind its own writes,
 * and behind those of others only as long as a notification travels. While none can arrive, every call loads.
 */
export function cachedUntilAppend<T>(log: Pick<EventLog, 'version'>, load: () => Promise<T>): () => Promise<T> {
  let cached: { readonly version: number; readonly until: number; readonly value: T } | null = null
  return async () => {
    // Taken before the load, so that an append meanwhile makes the next call load again.
    const version = log.version()
    if (cached && cached.version === version && performance.now() < cached.until) return cached.value
    const value = await load()
    cached = version === null ? null : { version, until: performance.now() + longestMs, value }
    return value
  }
}
