import type { EventLog } from '../event-log.ts'

/** Limits how long an answer is reused when a notification is lost. */
const maxMs = 1000

/**
 * Reuses the result of `load` until something is appended anywhere. A result always includes what this process has
 * appended; what others appended follows with their notification. While none can arrive, every call loads.
 */
export function cachedUntilAppend<T>(log: Pick<EventLog, 'version'>, load: () => Promise<T>): () => Promise<T> {
  let latest: { readonly version: number; readonly until: number; readonly value: Promise<T> } | null = null
  return () => {
    // Taken before the load, so that an append meanwhile makes the next call load again.
    const version = log.version()
    if (latest && latest.version === version && performance.now() < latest.until) return latest.value
    // Many readers ask at once after a change: they share the load that has begun.
    const value = load()
    const loading = version === null ? null : { version, until: performance.now() + maxMs, value }
    latest = loading
    value.catch(() => {
      if (latest === loading) latest = null
    })
    return value
  }
}
