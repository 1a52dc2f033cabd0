import { Readable } from 'node:stream'

/** One server-sent message; `data` is written as JSON, which has no line breaks. */
export interface Message {
  readonly event: string
  readonly data: unknown
  readonly id?: number
}

/** The sending end of a stream of server-sent events. */
export interface SseStream {
  readonly body: Readable
  /** Whether messages wait for the reader. What is sent all the same waits in memory. */
  isFull(): boolean
  send(message: Message): void
  /**
   * A comment: keeps proxies from closing a silent connection, and shows us that a reader has gone. A reader that has read
   * nothing since the last one, although messages wait, is disconnected; it resumes where it was.
   */
  heartbeat(): void
  /** Ends the stream, with the time after which the client comes back. */
  end(retryMs: number): void
}

/** Bytes that may wait unsent for a slow reader. */
const maxBufferedBytes = 64 * 1024

/** `onRead` is called whenever the reader has taken what waited. */
export function sseStream({ onClose, onRead }: { onClose: () => void; onRead: () => void }): SseStream {
  const body = new Readable({ read: onRead })
  body.once('close', onClose)
  /** Bytes that waited at the last heartbeat. */
  let waited = 0
  const isFull = () => body.readableLength > maxBufferedBytes
  const write = (text: string) => {
    if (!body.destroyed && !body.readableEnded) body.push(text)
  }
  let ended = false
  return {
    body,
    isFull,
    send: ({ event, data, id }) => {
      if (!ended) write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    heartbeat: () => {
      if (isFull() && body.readableLength >= waited && waited > 0) body.destroy()
      else if (!ended && !isFull()) write(': still here\n\n')
      waited = isFull() ? body.readableLength : 0
    },
    end: (retryMs) => {
      if (ended) return
      write(`retry: ${retryMs}\n\n`)
      ended = true
      body.push(null)
    },
  }
}
