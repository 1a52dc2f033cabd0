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
  send(message: Message): void
  /** A comment: keeps proxies from closing a silent connection, and shows us that a reader has gone. */
  heartbeat(): void
  /** Ends the stream and tells the client when to come back. */
  end(retryMs: number): void
}

/** Bytes that may wait unsent for a slow reader before it is disconnected. It resumes where it was. */
const maxBufferedBytes = 64 * 1024

export function sseStream(onClose: () => void): SseStream {
  const body = new Readable({ read: () => undefined })
  body.once('close', onClose)
  const write = (text: string) => {
    if (body.destroyed || body.readableEnded) return
    if (body.readableLength > maxBufferedBytes) body.destroy()
    else body.push(text)
  }
  let ended = false
  return {
    body,
    send: ({ event, data, id }) => {
      if (!ended) write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    heartbeat: () => {
      if (!ended) write(': still here\n\n')
    },
    end: (retryMs) => {
      if (ended) return
      write(`retry: ${retryMs}\n\n`)
      ended = true
      body.push(null)
    },
  }
}
