import type { ServerResponse } from 'node:http'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import {
  type liveReady,
  type liveSignedOut,
  platformApi,
  platformErrors,
  type Topic,
  topics,
} from '@ultimate/events/platform/api.ts'
import type { z } from 'zod'
import { type Principal, type Route, route } from '../http/http-route.ts'
import type { Announcements } from './announcements.ts'
import { toAudience } from './history.ts'
import type { Hub } from './hub.ts'
import { formatMessage, sseStream } from './sse.ts'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Proxies of the nginx family hold answers back until they are complete, unless a header asks them not to.
  'x-accel-buffering': 'no',
}

/** Streams that one user, or one visitor with a cookie, may have open at a time; then the oldest ends. */
const maxStreams = 20
/** The pages of a browser share one stream, so no reader with more streams than that looks at the oldest one. */
const replacedRetryMs = 60_000

/**
 * Ends the oldest stream of a reader who has too many. An address does not identify a reader: 500 phones may share one.
 */
function limitStreams() {
  const byReader = new Map<string, Set<LiveReader>>()
  return (reader: string, stream: LiveReader, response: ServerResponse) => {
    const open = byReader.get(reader) ?? new Set()
    byReader.set(reader, open.add(stream))
    response.once('close', () => {
      open.delete(stream)
      if (open.size === 0) byReader.delete(reader)
    })
    const [oldest] = open
    if (open.size > maxStreams) oldest?.end(replacedRetryMs)
  }
}

export function liveRoute(services: LiveServices): Route {
  const limit = limitStreams()
  return route(platformApi.live, async ({ query }, { user, visitorId, lastEventId, reauthenticate }) => {
    if (!user && query.topics?.some(services.announcements.isForUsersOnly)) platformErrors.fail('NO_TOKEN')
    const after = /^\d{1,16}$/.test(lastEventId ?? '') ? Number(lastEventId) : (query.after ?? null)
    const position = await services.hub.resume(after)
    const reader = user ? `user ${user.id}` : visitorId && `visitor ${visitorId}`
    const body = (response: ServerResponse) => {
      const stream = openReader(services, { topics: query.topics ?? topics, position, user, reauthenticate }, response)
      if (reader) limit(reader, stream, response)
    }
    // The endpoint's types know no body for a stream without an end.
    return { status: 200, body: body as unknown as undefined, headers }
  })
}

interface LiveServices {
  readonly hub: Hub
  readonly announcements: Announcements
  /** Counts open readers, for the metrics. */
  readonly countReaders: (change: 1 | -1) => void
}

interface LiveRequest {
  readonly topics: readonly Topic[]
  /** The position from which the reader goes on. */
  readonly position: number
  readonly user: Principal | null
  readonly reauthenticate: () => Promise<Principal | null>
}

/** An open live stream. */
interface LiveReader {
  /** Ends the stream, with the time after which the client comes back. */
  end(retryMs: number): void
}

/** Readers of a closing backend come back spread over some seconds. */
const comeBack = { soonestMs: 500, spreadMs: 3000 }

/** Sends the missed changes in order, and then each new change, for as long as the response is open. */
function openReader(
  { hub, countReaders }: LiveServices,
  { topics, user, reauthenticate, ...request }: LiveRequest,
  response: ServerResponse,
): LiveReader {
  const wantedTopics = new Set(topics)
  let readerAudience = toAudience(wantedTopics, user)
  let { position } = request
  /** Sends what the reader takes. The rest waits in the hub's history, which all readers share. */
  const sendNext = () => {
    while (stream.isIdle()) {
      const next = hub.next(position, readerAudience)
      const hasMoved = next.position !== position
      position = next.position
      if (next.bytes.length > 0) stream.send(next.bytes)
      else if (!hasMoved) return
    }
  }
  const stream = sseStream(response, sendNext)
  const checkToken = async () => {
    try {
      readerAudience = toAudience(wantedTopics, await reauthenticate())
    } catch (error) {
      // While the database is away, no one is signed out. The next heartbeat asks again.
      if (!(error instanceof DomainError)) return
      const data: z.infer<typeof liveSignedOut> = { code: error.code, message: error.message }
      stream.send(formatMessage({ event: 'signed-out', data }))
      stream.end(comeBack.soonestMs)
    }
  }
  const leave = hub.join({
    changed: sendNext,
    heartbeat: stream.heartbeat,
    leave: () => stream.end(comeBack.soonestMs + Math.round(Math.random() * comeBack.spreadMs)),
    checkToken: user ? checkToken : undefined,
  })
  countReaders(1)
  response.once('close', () => {
    leave()
    countReaders(-1)
  })
  // A reader who has missed too much gets no id here: if cut off before the message to read everything again, the
  // reader comes back with the earlier position.
  const resumable = hub.knowsAfter(position) ? { id: position } : {}
  const data: z.infer<typeof liveReady> = { position: resumable.id ?? hub.position() ?? 0 }
  stream.send(formatMessage({ ...resumable, event: 'ready', data }))
  return stream
}
