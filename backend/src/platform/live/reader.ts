import type { ServerResponse } from 'node:http'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { liveReady, liveSignedOut, Topic } from '@ultimate/events/platform/api.ts'
import type { z } from 'zod'
import type { Principal } from '../http/principal.ts'
import type { Announcements } from './changes.ts'
import { audience } from './history.ts'
import type { Hub } from './hub.ts'
import { formatMessage, sseStream } from './sse.ts'

export interface ReaderParts {
  readonly hub: Hub
  readonly announcements: Announcements
  readonly readers: (change: 1 | -1) => void
}

export interface LiveRequest {
  readonly topics: readonly Topic[]
  /** The position from which the reader goes on. */
  readonly position: number
  readonly user: Principal | null
  readonly reauthenticate: () => Promise<Principal | null>
}

/** An open live stream. */
export interface LiveReader {
  /** Ends it, with the time after which the client comes back. */
  end(retryMs: number): void
}

/** Readers of a closing backend come back spread over some seconds. */
const comeBack = { soonestMs: 500, spreadMs: 3000 }

/** Sends what was missed, in order, then what happens from now on, for as long as the response is open. */
export function openReader(
  { hub, readers }: ReaderParts,
  { topics, user, reauthenticate, ...request }: LiveRequest,
  response: ServerResponse,
): LiveReader {
  const wanted = new Set(topics)
  let who = audience(wanted, user)
  let { position } = request
  /** Sends what the reader takes; the rest waits in the hub's history, where it is for all readers. */
  const sendNext = () => {
    while (stream.isIdle()) {
      const next = hub.next(position, who)
      const isNews = next.position !== position
      position = next.position
      if (next.bytes.length > 0) stream.send(next.bytes)
      else if (!isNews) return
    }
  }
  const stream = sseStream(response, sendNext)
  const checkToken = async () => {
    try {
      who = audience(wanted, await reauthenticate())
    } catch (error) {
      // While the database is away no one is signed out; the next heartbeat asks again.
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
  readers(1)
  response.once('close', () => {
    leave()
    readers(-1)
  })
  // A reader cut off before it has heard to read everything again comes back with the position from before.
  const known = hub.knowsAfter(position) ? { id: position } : {}
  const data: z.infer<typeof liveReady> = { position: known.id ?? hub.position() ?? 0 }
  stream.send(formatMessage({ ...known, event: 'ready', data }))
  return stream
}
