import type { EventLog } from '@ultimate/event-store/event-log.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { liveChange, liveReady, liveSignedOut, Topic } from '@ultimate/events/platform/api.ts'
import type { z } from 'zod'
import type { Principal } from '../http/principal.ts'
import { type Announcements, type Change, maySee } from './changes.ts'
import type { Follower, Hub } from './hub.ts'
import { type SseStream, sseStream } from './sse.ts'

export interface ReaderParts {
  readonly hub: Hub
  readonly log: EventLog
  readonly announcements: Announcements
  /** Tells of changes after which a token may have stopped being good. */
  readonly tokenTopic: Topic
  readonly readers: (change: 1 | -1) => void
}

export interface LiveRequest {
  readonly topics: readonly Topic[]
  /** Position after which the reader missed everything; null for a new reader. */
  readonly after: number | null
  readonly user: Principal | null
  readonly reauthenticate: () => Promise<Principal | null>
}

const everything = { stream: '*', type: '*' }
/** More than this many missed events are not sent one by one: reading everything again is cheaper. */
const catchUpLimit = 1000
/** Readers of a closing backend come back spread over some seconds. */
const comeBack = { soonestMs: 500, spreadMs: 3000 }

/** Opens one live stream: what was missed, in order, then what happens from now on. */
export async function openReader(parts: ReaderParts, request: LiveRequest): Promise<Pick<SseStream, 'body' | 'end'>> {
  const wanted = new Set(request.topics)
  let { user } = request
  // Until the missed events have been sent, new ones wait.
  let waiting: Change[] | null = []
  let position = 0

  let leaveHub = () => {}
  /** Topics with changes that no longer fitted while messages waited for the reader. */
  const behind = new Set<Topic>()
  const stream = sseStream({
    onClose: () => {
      leaveHub()
      parts.readers(-1)
    },
    onRead: () => sendReset(),
  })
  const sendAll = (topics: readonly Topic[], data: z.infer<typeof liveChange>) => {
    for (const topic of topics.slice(0, -1)) stream.send({ event: topic, data })
    // The position goes with the last of them: a reader cut off before it gets all of them again.
    for (const topic of topics.slice(-1)) stream.send({ id: position, event: topic, data })
  }
  const sendChanges = (changes: readonly Change[]) => {
    for (const change of changes) {
      if (change.position <= position) continue
      position = change.position
      const heard = change.topics.filter((it) => wanted.has(it.topic) && maySee(it, user)).map(({ topic }) => topic)
      if (behind.size > 0 || stream.isFull()) for (const topic of heard) behind.add(topic)
      else sendAll(heard, { stream: change.stream, type: change.type })
    }
  }
  /** One message per topic stands for all changes that did not fit. */
  const sendReset = () => {
    if (behind.size === 0 || stream.isFull()) return
    const topics = [...behind]
    behind.clear()
    sendAll(topics, everything)
  }
  const stillSignedIn = atATime(async () => {
    try {
      user = await request.reauthenticate()
    } catch (error) {
      // While the database is away no one is signed out; the next heartbeat asks again.
      if (!(error instanceof DomainError)) return
      const data: z.infer<typeof liveSignedOut> = { code: error.code, message: error.message }
      stream.send({ event: 'signed-out', data })
      stream.end(comeBack.soonestMs)
    }
  })
  const follower: Follower = {
    changed: (changes) => {
      if (user && changes.some(({ topics }) => topics.some(({ topic }) => topic === parts.tokenTopic))) stillSignedIn()
      if (waiting) waiting.push(...changes)
      else sendChanges(changes)
    },
    heartbeat: () => {
      stream.heartbeat()
      if (user) stillSignedIn()
    },
    leave: () => stream.end(comeBack.soonestMs + Math.round(Math.random() * comeBack.spreadMs)),
  }
  parts.readers(1)
  try {
    const joined = await parts.hub.join(follower)
    leaveHub = joined.leave
    const start = await startOf(parts, request.after, joined.position)
    const data: z.infer<typeof liveReady> = { position: start.position }
    position = start.position
    // A reader cut off before it has heard to read everything again comes back with the position from before.
    stream.send({ ...(!start.tooMuch && { id: position }), event: 'ready', data })
    if (start.tooMuch) sendAll([...wanted], everything)
    sendChanges(start.missed)
    sendChanges(waiting)
    waiting = null
  } catch (error) {
    stream.body.destroy()
    throw error
  }
  return stream
}

interface Start {
  readonly position: number
  readonly missed: readonly Change[]
  readonly tooMuch: boolean
}

async function startOf({ log, announcements }: ReaderParts, after: number | null, joinedAt: number): Promise<Start> {
  if (after === null) return { position: joinedAt, missed: [], tooMuch: false }
  // Everything below the safe position is final; an event may yet get that very position.
  const head = (await log.safePosition()) - 1
  // A position of the future was given out by a log that has been restored from a backup since.
  if (after > head) return { position: head, missed: [], tooMuch: true }
  const events = await log.read({ after, limit: catchUpLimit })
  if (events.length === catchUpLimit) return { position: head, missed: [], tooMuch: true }
  const missed = events.map(announcements.changeOf).filter((change) => change !== null)
  return { position: after, missed, tooMuch: false }
}

/** One run at a time; asked for again meanwhile, it runs once more. */
function atATime(task: () => Promise<void>): () => Promise<void> {
  let running = false
  let wanted = false
  return async () => {
    wanted = true
    if (running) return
    running = true
    while (wanted) {
      wanted = false
      await task()
    }
    running = false
  }
}
