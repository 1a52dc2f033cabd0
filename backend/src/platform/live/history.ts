import type { liveChange, Topic } from '@ultimate/events/platform/api.ts'
import type { z } from 'zod'
import type { Principal } from '../http/http-route.ts'
import { isPermitted } from '../http/middleware/identify.ts'
import type { AnnouncedChange, AnnouncedTopic } from './announcements.ts'
import { formatMessage } from './sse.ts'

/** A reader who has missed more changes reads everything again, which is cheaper. */
export const historyLength = 1_000
/** Characters of a chunk. The next chunk waits until the reader has taken this one. */
const maxChunkLength = 16_384
/** The position before the beginning of every log. */
export const beforeEverything = -1

/** The reader and their topics; readers with the same key get the same messages. */
export interface Audience {
  readonly key: string
  readonly topics: ReadonlySet<Topic>
  readonly user: Principal | null
}

export const toAudience = (topics: ReadonlySet<Topic>, user: Principal | null): Audience => ({
  key: `${[...topics]} ${user?.role} ${user?.confinedTo !== undefined}`,
  topics,
  user,
})

/** Messages that follow a position, perhaps none, and the position that a reader has reached with them. */
export interface Chunk {
  readonly bytes: Buffer
  readonly position: number
}

/** The newest changes, stored once for all readers; each reader only has a position. */
export interface History {
  /** Returns the position after which every change is here. */
  since(): number
  /** Returns the newest position that is known; null before `begin`. */
  position(): number | null
  /** Begins the history after this position. */
  begin(position: number): void
  /** Adds the changes up to this position. Does nothing before `begin`, nor for a position that is known already. */
  add(changes: readonly AnnouncedChange[], position: number): void
  /** Adds the changes between this position and those that are here. */
  addEarlier(changes: readonly AnnouncedChange[], since: number): void
  /**
   * Returns the messages that follow a position. If they are not here any more, one message per topic stands for all of
   * them.
   */
  next(position: number, audience: Audience): Chunk
}

export function createHistory(): History {
  let changes: AnnouncedChange[] = []
  let since = 0
  let position: number | null = null
  /** Most readers are at the position before the last addition, so the chunks after it are cached, by audience. */
  let newest: { readonly after: number; readonly chunks: Map<string, Chunk> } = { after: -1, chunks: new Map() }

  const shorten = () => {
    const dropped = changes.splice(0, Math.max(0, changes.length - historyLength)).at(-1)
    if (dropped) since = dropped.position
  }
  const chunkAfter = (from: number, upTo: number, { topics, user }: Audience): Chunk => {
    let text = ''
    let index = indexAfter(changes, from)
    for (; index < changes.length && text.length < maxChunkLength; index++) {
      const change = changes[index] as AnnouncedChange
      const seenTopics = change.topics
        .filter((announced) => topics.has(announced.topic) && maySee(announced, user))
        .map(({ topic }) => topic)
      text += formatMessages(seenTopics, { stream: change.stream, type: change.type }, change.position)
    }
    // The larger position counts, because a reader may come from a backend that is a moment ahead of this one.
    const reached = index === changes.length ? Math.max(from, upTo) : (changes[index - 1]?.position ?? from)
    return { bytes: Buffer.from(text), position: reached }
  }
  return {
    since: () => since,
    position: () => position,
    begin: (at) => {
      since = at
      position = at
    },
    add: (newChanges, upTo) => {
      if (position === null || upTo <= position) return
      newest = { after: position, chunks: new Map() }
      position = upTo
      changes.push(...newChanges)
      shorten()
    },
    addEarlier: (earlierChanges, before) => {
      changes = [...earlierChanges, ...changes]
      since = before
      shorten()
    },
    next: (from, audience) => {
      const upTo = position ?? 0
      if (from < since)
        return { bytes: Buffer.from(formatMessages([...audience.topics], everyChange, upTo)), position: upTo }
      if (from !== newest.after) return chunkAfter(from, upTo, audience)
      const chunk = newest.chunks.get(audience.key) ?? chunkAfter(from, upTo, audience)
      newest.chunks.set(audience.key, chunk)
      return chunk
    },
  }
}

/** Stands for all changes of a topic. */
const everyChange = { stream: '*', type: '*' }

/**
 * Formats one message per topic. Only the last has the position, so a reader cut off before it gets all of them again.
 */
const formatMessages = (topics: readonly Topic[], data: z.infer<typeof liveChange>, id: number): string =>
  topics.map((event, index) => formatMessage({ event, data, ...(index === topics.length - 1 && { id }) })).join('')

/** Returns the index of the first change after this position. */
function indexAfter(changes: readonly AnnouncedChange[], position: number): number {
  let [low, high] = [0, changes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((changes[middle] as AnnouncedChange).position > position) high = middle
    else low = middle + 1
  }
  return low
}

const maySee = ({ audience }: AnnouncedTopic, user: Principal | null): boolean => isPermitted(audience, user)
