import type { Writable } from 'node:stream'

/** One server-sent message; `data` is written as JSON, which has no line breaks. */
export interface Message {
  readonly event: string
  readonly data: unknown
  readonly id?: number
}

export const formatMessage = ({ event, data, id }: Message): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** The sending end of a stream of server-sent events. */
interface SseStream {
  /** Returns whether the connection has taken all that was sent; more messages would wait in memory. */
  isIdle(): boolean
  send(bytes: Buffer | string): void
  /**
   * Sends a comment, so that no proxy closes a silent connection, and a reader who has gone is noticed. Disconnects a
   * reader who took nothing since the last heartbeat although messages wait. Such a reader resumes where it was.
   */
  heartbeat(): void
  /** Ends the stream, with the time after which the client comes back. */
  end(retryMs: number): void
}

/** One buffer for all readers. */
const heartbeatComment = Buffer.from(': still here\n\n')

/** Calls `onIdle` whenever the connection has taken what was sent. */
export function sseStream(response: Writable, onIdle: () => void): SseStream {
  let waitingWrites = 0
  let waitedAtHeartbeat = false
  const onTaken = (error?: Error | null) => {
    waitingWrites--
    waitedAtHeartbeat = false
    if (waitingWrites === 0 && !error) onIdle()
  }
  const isOpen = () => !response.writableEnded && !response.destroyed
  const send = (bytes: Buffer | string) => {
    if (!isOpen()) return
    waitingWrites++
    response.write(bytes, onTaken)
  }
  return {
    isIdle: () => waitingWrites === 0 && isOpen(),
    send,
    heartbeat: () => {
      if (waitingWrites === 0) send(heartbeatComment)
      else if (waitedAtHeartbeat) response.destroy()
      else waitedAtHeartbeat = true
    },
    end: (retryMs) => {
      if (isOpen()) response.end(`retry: ${retryMs}\n\n`)
    },
  }
}
