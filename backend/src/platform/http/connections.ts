import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Tracks the requests on each connection, so that none is closed under a request. */
export interface Connections {
  trackConnection(socket: Socket): void
  /** Tracks a new request on a connection until its answer is sent. */
  trackRequest(socket: Socket, response: ServerResponse): void
  /** Makes the last answer of every connection from now on announce that the connection ends with it. */
  announceEnd(): void
  /** Closes connections without a request for `quietMs`. To be called right after a poll, when all input is read. */
  closeQuiet(quietMs: number): void
  /** Requests that have got no answer yet. */
  unanswered(): ServerResponse[]
  /** The time when the newest connection was opened, on the clock of `performance.now`. */
  readonly newestAt: number
}

interface Connection {
  /** The answers in the order in which they have to be sent. */
  readonly pending: Set<ServerResponse>
  /** The bytes that were read when the last request ended. If more are read now, another request is on its way. */
  readAtEnd: number
  quietSince: number
}

export function trackConnections(): Connections {
  const all = new Map<Socket, Connection>()
  let ending = false
  let newestAt = Number.NEGATIVE_INFINITY

  function announceEndOn({ pending }: Connection): void {
    const last = [...pending].at(-1)
    if (last && !last.headersSent) last.shouldKeepAlive = false
  }

  function trackConnection(socket: Socket): Connection {
    newestAt = performance.now()
    const connection = { pending: new Set<ServerResponse>(), readAtEnd: 0, quietSince: newestAt }
    all.set(socket, connection)
    socket.once('close', () => all.delete(socket))
    return connection
  }

  return {
    get newestAt() {
      return newestAt
    },
    trackConnection,
    trackRequest: (socket, response) => {
      const connection = all.get(socket) ?? trackConnection(socket)
      const { pending } = connection
      // A client that did not wait for the previous answer expects both answers on the same connection.
      const previous = ending ? [...pending].at(-1) : undefined
      if (previous && !previous.headersSent) previous.shouldKeepAlive = response.shouldKeepAlive
      pending.add(response)
      response.once('close', () => {
        pending.delete(response)
        connection.readAtEnd = socket.bytesRead
        connection.quietSince = performance.now()
      })
      if (ending) announceEndOn(connection)
    },
    announceEnd: () => {
      ending = true
      for (const connection of all.values()) announceEndOn(connection)
    },
    closeQuiet: (quietMs) => {
      const before = performance.now() - quietMs
      for (const [socket, { pending, readAtEnd, quietSince }] of all)
        if (pending.size === 0 && socket.bytesRead <= readAtEnd && quietSince <= before) socket.destroy()
    },
    unanswered: () =>
      [...all.values()].flatMap(({ pending }) => [...pending].filter((response) => !response.headersSent)),
  }
}
