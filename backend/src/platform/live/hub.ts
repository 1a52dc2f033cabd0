import type { Announcements, Change } from './changes.ts'
import type { EventLog } from './event-log.ts'

/** One open live stream, as the hub sees it. */
export interface Follower {
  changed(changes: readonly Change[]): void
  /** Time for a sign of life. */
  beat(): void
  /** This backend is closing: the reader should come back, to another one. */
  leave(): void
}

/** Follows the log once for all readers of this process. */
export interface Hub {
  /** Returns what takes the follower out again. */
  join(follower: Follower): () => void
  close(): void
}

export function hub(log: EventLog, { changeOf }: Announcements, beatEveryMs: number): Hub {
  const followers = new Set<Follower>()
  const stop = log.tail((events) => {
    const changes = events.map(changeOf).filter((change) => change !== null)
    if (changes.length > 0) for (const follower of followers) follower.changed(changes)
  })
  const timer = setInterval(() => {
    for (const follower of followers) follower.beat()
  }, beatEveryMs)
  timer.unref()
  let closed = false
  return {
    join: (follower) => {
      followers.add(follower)
      if (closed) follower.leave()
      return () => followers.delete(follower)
    },
    close: () => {
      closed = true
      clearInterval(timer)
      stop()
      for (const follower of followers) follower.leave()
    },
  }
}
