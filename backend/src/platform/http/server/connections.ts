import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Tracks the requests on each connection, so that none is closed under a request. */
export interface Connections {
  opened(socket: Socket): void
  began(socket: Socket, response: ServerResponse): void
  /** Makes the last answer of every connection from now on announce that the connection ends with it. */
  announceEnd(): void
  /** Closes those that asked nothing for `quietMs`. Call it right after polling, when all that has come has been read. */
  closeQuiet(quietMs: number): void
  /** Requests that have got no answer yet. */
  unanswered(): ServerResponse[]
  /** The time when the newest connection was opened, on the clock of `performance.now`. */
  readonly newestAt: number
}

interface Connection {
  /** The answers in the order in which they have to be sent. */
  readonly pending: Set<ServerResponse>
  /** The bytes that had been read when the last request ended: more means that another one is on its way. */
  readAtEnd: number
  quietSince: number
}

export function connections(): Connections {
  const all = new Map<Socket, Connection>()
  let ending = false
  let newestAt = Number.NEGATIVE_INFINITY

  function announce({ pending }: Connection): void {
    const last = [...pending].at(-1)
    if (last && !last.headersSent) last.shouldKeepAlive = false
  }

  function opened(socket: Socket): Connection {
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
    opened,
    began: (socket, response) => {
      const connection = all.get(socket) ?? opened(socket)
      const { pending } = connection
      // A client that did not wait for the answer before this one still expects both on the same connection.
      const before = ending ? [...pending].at(-1) : undefined
      if (before && !before.headersSent) before.shouldKeepAlive = response.shouldKeepAlive
      pending.add(response)
      response.once('close', () => {
        pending.delete(response)
        connection.readAtEnd = socket.bytesRead
        connection.quietSince = performance.now()
      })
      if (ending) announce(connection)
    },
    announceEnd: () => {
      ending = true
      for (const connection of all.values()) announce(connection)
    },
    closeQuiet: (quietMs) => {
      const before = performance.now() - quietMs
      for (const [socket, { pending, readAtEnd, quietSince }] of all)
        if (pending.size === 0 && socket.bytesRead <= readAtEnd && quietSince <= before) socket.destroy()
    },
    unanswered: () => [...all.values()].flatMap(({ pending }) => [...pending].filter((one) => !one.headersSent)),
  }
}
