import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { Announcements, Change } from './changes.ts'

/** One open live stream, as the hub sees it. */
export interface Follower {
  changed(changes: readonly Change[]): void
  /** Time to show that the stream is alive. */
  heartbeat(): void
  /** This backend is closing: the reader should come back, to another one. */
  leave(): void
}

export interface Membership {
  /** The follower hears of all events behind this one. */
  readonly position: number
  readonly leave: () => void
}

/** Follows the log once for all readers of this process (docs/decisions/0018). */
export interface Hub {
  /** Resolves once the follower receives every new event. */
  join(follower: Follower): Promise<Membership>
  /**
   * Each query from now on sees all events up to this position of the log; null while no follower has joined.
   */
  position(): number | null
  close(): void
}

export function hub(log: EventLog, { changeOf }: Announcements, heartbeatMs: number): Hub {
  const followers = new Set<Follower>()
  let position: number | null = null
  const reached = (by: number) => {
    position = Math.max(position ?? 0, by)
    return position
  }
  const hear = (events: Parameters<Parameters<EventLog['subscribe']>[0]>[0]) => {
    reached(events.at(-1)?.metadata.position ?? 0)
    const changes = events.map(changeOf).filter((change) => change !== null)
    if (changes.length > 0) for (const follower of followers) follower.changed(changes)
  }
  const heartbeats = setInterval(() => {
    for (const follower of followers) follower.heartbeat()
  }, heartbeatMs)
  heartbeats.unref()
  let closed = false
  let tail: ReturnType<EventLog['subscribe']> | null = null

  /** From the start on; where the database was away, the next reader tries again. */
  async function listening(): Promise<number> {
    tail ??= log.subscribe(hear)
    try {
      const { from } = await tail
      return from - 1
    } catch (error) {
      tail = null
      throw error
    }
  }

  // Else the first pages would not learn up to where their answers know everything, and ask again.
  listening().then(reached, () => undefined)

  return {
    join: async (follower) => {
      const start = await listening()
      followers.add(follower)
      if (closed) follower.leave()
      return { position: reached(start), leave: () => void followers.delete(follower) }
    },
    position: () => position,
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
