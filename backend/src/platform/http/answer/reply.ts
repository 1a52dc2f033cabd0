import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from 'koa'

export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>

/** An answer as it goes over the wire. */
export interface Reply {
  readonly status: number
  readonly headers: ReplyHeaders
  readonly body: Buffer | string | Streamed | null
}

/** A body that is not sent at once: a stream, or a function that writes the answer itself for as long as it is open. */
export type Streamed = Readable | ((response: ServerResponse) => void)

export const isStreamed = (body: unknown): body is Streamed => body instanceof Readable || typeof body === 'function'

export const jsonType = 'application/json; charset=utf-8'

/**
 * Sends a reply without Koa's own responding, which inspects and rewrites what is complete already. A read model's
 * answer is then sent at nearly the rate of bare `node:http`.
 */
export function send(
  context: Pick<Context, 'req' | 'res' | 'respond'>,
  { status, headers, body }: Reply,
  always: ReplyHeaders = {},
): void {
  context.respond = false
  const { req, res } = context
  if (res.headersSent || res.destroyed) {
    if (body instanceof Readable) body.destroy()
    return
  }
  const lines = headerLines(headers, always)
  if (isStreamed(body)) {
    res.writeHead(status, lines)
    sendStream(context, body)
    return
  }
  if (status !== 204 && status !== 304)
    lines.push('content-length', String(body === null ? 0 : Buffer.byteLength(body)))
  res.writeHead(status, lines)
  if (body === null || req.method === 'HEAD') res.end()
  else res.end(body)
}

/** Returns names and values in turn, which `node:http` writes faster than an object. `headers` win over `always`. */
function headerLines(headers: ReplyHeaders, always: ReplyHeaders): (string | string[])[] {
  const lines: (string | string[])[] = []
  for (const name in headers) lines.push(name, headers[name] as string)
  for (const name in always) if (!(name in headers)) lines.push(name, always[name] as string)
  return lines
}

function sendStream({ req, res }: Pick<Context, 'req' | 'res'>, body: Streamed): void {
  if (req.method === 'HEAD') {
    if (body instanceof Readable) body.destroy()
    res.end()
    return
  }
  res.flushHeaders()
  if (typeof body === 'function') {
    body(res)
    return
  }
  endWhenStalled(res)
  // Either side may go away first. Both are closed then, and there is no client left to answer.
  pipeline(body, res).catch(() => undefined)
}

/** Even a slow reader takes something within this time. */
const stalledMs = 120_000

/**
 * Breaks the connection of a client that has taken nothing for so long although more is waiting. Such a client is gone,
 * which the network may report only after a quarter of an hour.
 */
export function endWhenStalled(response: ServerResponse, ms = stalledMs): void {
  response.setTimeout(ms, () => {
    if (response.writableNeedDrain) response.destroy()
  })
}

/** Returns a JSON answer that no cache may store. */
export function jsonReply(status: number, body: unknown, headers: ReplyHeaders = {}): Reply {
  return {
    status,
    headers: { 'content-type': jsonType, 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  }
}
