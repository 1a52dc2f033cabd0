import type { EventLog } from '../event-store/event-log.ts'
import type { Announcements, Change } from './changes.ts'

/** One open live stream, as the hub sees it. */
export interface Follower {
  changed(changes: readonly Change[]): void
  /** Time to show that the stream is alive. */
  heartbeat(): void
  /** This backend is closing: the reader should come back, to another one. */
  leave(): void
}

/** Follows the log once for all readers of this process. */
export interface Hub {
  /** Resolves once nothing new can escape the follower, with what takes it out again. */
  join(follower: Follower): Promise<() => void>
  close(): void
}

export function hub(log: EventLog, { changeOf }: Announcements, heartbeatMs: number): Hub {
  const followers = new Set<Follower>()
  const hear = (events: Parameters<Parameters<EventLog['subscribe']>[0]>[0]) => {
    const changes = events.map(changeOf).filter((change) => change !== null)
    if (changes.length > 0) for (const follower of followers) follower.changed(changes)
  }
  const heartbeats = setInterval(() => {
    for (const follower of followers) follower.heartbeat()
  }, heartbeatMs)
  heartbeats.unref()
  let closed = false
  let tail: ReturnType<EventLog['subscribe']> | null = null

  /** From the first reader on; where the database is away, the next reader tries again. */
  async function listening(): Promise<void> {
    tail ??= log.subscribe(hear)
    try {
      await tail
    } catch (error) {
      tail = null
      throw error
    }
  }

  return {
    join: async (follower) => {
      await listening()
      followers.add(follower)
      if (closed) follower.leave()
      return () => followers.delete(follower)
    },
    close: () => {
      closed = true
      clearInterval(heartbeats)
      tail?.then(
        ({ stop }) => stop(),
        () => undefined,
      )
      for (const follower of followers) follower.leave()
    },
  }
}
