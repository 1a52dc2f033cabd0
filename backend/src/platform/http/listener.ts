import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextPoll, setTimeout as wait } from 'node:timers/promises'
import type { Configuration } from '../configuration/configuration.ts'
import { errorBody, parserError, unavailable } from './answer/error-reply.ts'
import { type Connections, trackConnections } from './connections.ts'

export type Application = (request: IncomingMessage, response: ServerResponse) => void

/** The port, its time limits and its closing (docs/decisions/0022). */
export interface Listener {
  /** Sets what answers from now on. */
  serve(application: Application): void
  /** Resolves to the port, which the system chooses for port 0. Later calls resolve to the same port. */
  listen(): Promise<{ port: number }>
  readonly isDraining: () => boolean
  /** Drains, then takes no more connections. Resolves when all requests that came until then are being answered. */
  stopAccepting(): Promise<void>
  /** Resolves when every connection is closed. */
  finish(): Promise<void>
}

interface ListenerOptions extends Pick<Configuration, 'port' | 'host'> {
  /**
   * The time that running requests get after the port is closed. Requests that are unanswered then are rejected.
   * Default: 5 s.
   */
  readonly graceMs?: number
  /** Waits until balancers know that this backend closes. Everything is answered meanwhile. */
  readonly drain?: () => Promise<unknown>
}

/**
 * The milliseconds that a client has. A photo over a poor connection takes minutes; JSON has less time (see
 * request/json-body.ts). Idle connections stay open longer than the minute after which balancers close theirs.
 */
const limits = { headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 65_000 }
/** The time between two looks for quiet connections. */
const sweepMs = 20
/** The time that a connection must be quiet before it is closed: its client may be about to send the next request. */
const quietMs = 500
/** The port is closed once no connection came for `calmMs`, or else after `maxCalmMs`. */
const calmMs = 50
const maxCalmMs = 1_000
/** A turn of the event loop below this length did little but poll. */
const shortTurnMs = 0.3
/** The time that the last error answers get to reach their clients. */
const flushMs = 200

export function createListener({ port, host, graceMs = 5_000, drain = async () => {} }: ListenerOptions): Listener {
  let application: Application = (_, response) => void response.writeHead(503).end()
  let draining = false
  /** Each answers a request that is held back; null while requests are answered as they come. */
  let held: (() => void)[] | null = null
  const connections = trackConnections()
  const onRequest: Application = (request, response) => {
    connections.trackRequest(request.socket, response)
    if (held) held.push(() => application(request, response))
    else application(request, response)
  }
  const server = createServer({ ...limits, connectionsCheckingInterval: 5_000 }, onRequest)
  server.on('connection', connections.trackConnection)
  // The body's reader sends the 100 itself, once it is known that the body is wanted.
  server.on('checkContinue', onRequest)
  // Other expectations may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', onRequest)
  server.on('clientError', answerUnreadable)
  const closed = Promise.withResolvers<void>()
  let listening: Promise<{ port: number }> | undefined

  /**
   * Closes the port at a moment at which no connection waits to be accepted, because the operating system resets those.
   * New requests are held back meanwhile: clients that are answered come again at once.
   */
  async function closePort(): Promise<void> {
    const heldRequests: (() => void)[] = []
    held = heldRequests
    const isAnyRunning = () => connections.unanswered().length > heldRequests.length
    await waitUntilCalm(connections, isAnyRunning)
    // Node's own `close` would end idle connections as well, also those on which a request has just arrived.
    NetServer.prototype.close.call(server, () => closed.resolve())
    held = null
    for (const answer of heldRequests) answer()
  }

  return {
    serve: (next) => {
      application = next
    },
    isDraining: () => draining,
    listen: () => {
      listening ??= listen(server, port, host)
      return listening
    },
    stopAccepting: async () => {
      draining = true
      connections.announceEnd()
      await drain()
      if (server.listening) await closePort()
      else closed.resolve()
    },
    finish: () => closeConnections(server, connections, { closed: closed.promise, graceMs }),
  }
}

/**
 * Resolves right after a poll, in a short turn of the event loop in which no connection came. For `calmMs` before that,
 * no connection came, and no request ran whose client could open one. After `maxCalmMs`, any turn without a connection
 * is enough.
 */
async function waitUntilCalm(connections: Connections, isAnyRunning: () => boolean): Promise<void> {
  const began = performance.now()
  let calmSince = began
  for (;;) {
    const [before, newest] = [performance.now(), connections.newestAt]
    await nextPoll()
    const now = performance.now()
    // Node accepts one connection each time it polls, so others may be waiting after one came.
    const isQuiet = connections.newestAt === newest
    if (!isQuiet || isAnyRunning()) calmSince = now
    if (isQuiet && now - before < shortTurnMs && now - calmSince > calmMs) return
    if (isQuiet && now - began > maxCalmMs) return
    if (isQuiet) await wait(1)
  }
}

function listen(server: Server, port: number, host: string): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve({ port: (server.address() as AddressInfo).port })
    })
  })
}

/** Closes each connection once it is quiet, and at the end of the grace all others. */
async function closeConnections(
  server: Server,
  connections: Connections,
  { closed, graceMs }: { readonly closed: Promise<void>; readonly graceMs: number },
): Promise<void> {
  const sweep = setInterval(async () => {
    await nextPoll()
    connections.closeQuiet(quietMs)
  }, sweepMs)
  const late = setTimeout(async () => {
    for (const response of connections.unanswered()) refuse(response)
    await wait(flushMs)
    server.closeAllConnections()
  }, graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(late)
}

function refuse(response: ServerResponse): void {
  const { status, headers, body } = unavailable()
  response.shouldKeepAlive = false
  response.writeHead(status, headers as Record<string, string>).end(body)
}

/** Answers what is no HTTP in the form of all errors, although it never becomes a request. */
function answerUnreadable(failure: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { statusLine, error } = parserError(failure)
  const body = JSON.stringify(errorBody(error))
  socket.end(
    `HTTP/1.1 ${statusLine}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
}
