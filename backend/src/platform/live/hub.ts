import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { Topic } from '@ultimate/events/platform/api.ts'
import type { AnnouncedChange, Announcements } from './announcements.ts'
import { type Audience, beforeEverything, type Chunk, createHistory, historyLength } from './history.ts'

/** One open live stream, as the hub sees it. */
export interface Follower {
  /** Called when there is more to read. */
  changed(): void
  /** Called when it is time to show that the stream is alive. */
  heartbeat(): void
  /** Called when this backend closes: the reader should come back to another backend. */
  leave(): void
  /** Ends the stream if its token is no longer valid. Absent without a token. */
  readonly checkToken?: (() => Promise<void>) | undefined
}

/** Follows the log once for all readers of this process (docs/decisions/0018). */
export interface Hub {
  /**
   * Resolves to the position from which a reader goes on who has read up to `after`, which is null for a new reader. If
   * `knowsAfter` is false for the position, the reader has missed too much.
   */
  resume(after: number | null): Promise<number>
  /** Returns whether all changes after this position are here. */
  knowsAfter(position: number): boolean
  /** Returns what follows a position. */
  next(position: number, audience: Audience): Chunk
  /** Calls the follower from now on; the returned function ends that. */
  join(follower: Follower): () => void
  /** Each query from now on sees all events up to this position of the log; null while the log is not followed yet. */
  position(): number | null
  close(): void
}

interface HubOptions {
  readonly heartbeatMs: number
  /** The topic of changes that may end the validity of tokens. */
  readonly tokenTopic: Topic
}

type OnEvents = Parameters<EventLog['subscribe']>[0]

export function createHub(log: EventLog, { toChange }: Announcements, { heartbeatMs, tokenTopic }: HubOptions): Hub {
  const followers = new Set<Follower>()
  const past = createHistory()
  const checkTokens = () => {
    for (const follower of followers) void follower.checkToken?.()
  }
  const isAboutTokens = ({ topics }: AnnouncedChange) => topics.some(({ topic }) => topic === tokenTopic)
  const toChanges = (events: Parameters<OnEvents>[0]) => events.map(toChange).filter((change) => change !== null)

  const onEvents: OnEvents = (events) => {
    const changes = toChanges(events)
    past.add(changes, events.at(-1)?.metadata.position ?? 0)
    if (changes.some(isAboutTokens)) checkTokens()
    for (const follower of followers) follower.changed()
  }
  const heartbeats = setInterval(() => {
    for (const follower of followers) follower.heartbeat()
    checkTokens()
  }, heartbeatMs)
  heartbeats.unref()
  let isClosed = false
  let subscription: ReturnType<EventLog['subscribe']> | null = null

  /** Follows the log. If the database is away, the next reader tries again. */
  async function listen(): Promise<void> {
    subscription ??= log.subscribe(onEvents)
    try {
      const { from } = await subscription
      if (past.position() === null) past.begin(from - 1)
    } catch (error) {
      subscription = null
      throw error
    }
  }

  // Begins at once: without a position in the answers, the first pages would read everything again.
  listen().catch(() => undefined)

  let earlierRead: Promise<void> | null = null

  /** Reads what happened shortly before this backend started, once for all readers who were away meanwhile. */
  async function readEarlier(): Promise<void> {
    const since = past.since()
    const events = await log.read({ before: since + 1, newestFirst: true, limit: historyLength + 1 })
    // Changes that came meanwhile may have filled the history.
    if (past.since() !== since) return
    const before = events[historyLength]?.metadata.position ?? 0
    past.addEarlier(toChanges(events.slice(0, historyLength).toReversed()), before)
  }

  async function loadEarlier(): Promise<void> {
    earlierRead ??= readEarlier()
    try {
      await earlierRead
    } catch (error) {
      earlierRead = null
      throw error
    }
  }

  return {
    resume: async (after) => {
      await listen()
      const position = past.position() ?? 0
      if (after === null) return position
      // A position of the future comes from a log that was restored from a backup since then, or from a backend that
      // is a moment ahead of this one.
      if (after > position && after >= (await log.safePosition())) return beforeEverything
      if (after < past.since()) await loadEarlier()
      return after
    },
    knowsAfter: (position) => position >= past.since(),
    next: past.next,
    join: (follower) => {
      followers.add(follower)
      if (isClosed) follower.leave()
      return () => void followers.delete(follower)
    },
    position: past.position,
    close: () => {
      isClosed = true
      clearInterval(heartbeats)
      subscription?.then(
        ({ stop }) => stop(),
        () => undefined,
      )
      for (const follower of followers) follower.leave()
    },
  }
}
