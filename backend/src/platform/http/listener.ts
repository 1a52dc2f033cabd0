import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { platformRefusals } from '@ultimate/events/platform/api.ts'
import type { Configuration } from '../configuration.ts'
import { refusalBody } from './failures.ts'

type Callback = (request: IncomingMessage, response: ServerResponse) => void

export interface Listener {
  readonly callback: Callback
  listen(): Promise<{ port: number }>
  close(): Promise<void>
}

/**
 * Milliseconds a client has. A photo over a poor line takes minutes; JSON has less time (see request-body.ts). Idle
 * connections outlive the minute that balancers keep theirs.
 */
const limits = { headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 65_000 }
const sweepMs = 50

/** The port, its time limits and its closing. */
export function listener(
  { port, host, graceMs }: Pick<Configuration, 'port' | 'host'> & { readonly graceMs: number },
  application: (isDraining: () => boolean) => Callback,
): Listener {
  let draining = false
  const serve = application(() => draining)
  const unused = new Set<Socket>()
  const callback: Callback = (request, response) => {
    unused.delete(request.socket)
    serve(request, response)
  }
  const server = createServer({ ...limits, connectionsCheckingInterval: 5_000 }, callback)
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  // The body's reader sends the 100 itself, once it is known that the body is wanted.
  server.on('checkContinue', callback)
  server.on('clientError', answerUnreadable)
  return {
    callback,
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve({ port: (server.address() as AddressInfo).port })
        })
      }),
    close: () => {
      draining = true
      return closed(server, unused, graceMs)
    },
  }
}

function closed(server: Server, unused: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  if (!server.listening) return Promise.resolve()
  return new Promise((resolve) => {
    // Node looks for idle connections once, but live streams and running requests leave theirs idle later. And it
    // takes those that browsers open in advance for busy.
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      for (const socket of unused) socket.destroy()
    }, sweepMs)
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(cut)
      resolve()
    })
  })
}

const statusLines: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** What is no HTTP at all never becomes a request; it is answered in the same form all the same. */
function answerUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(refusalBody(platformRefusals.refusal('MALFORMED')))
  const status = statusLines[error.code ?? ''] ?? '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
}
