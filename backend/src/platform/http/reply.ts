import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from 'koa'

export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>

/** An answer as it goes over the wire. */
export interface Reply {
  readonly status: number
  readonly headers: ReplyHeaders
  readonly body: Buffer | string | Readable | null
}

export const jsonType = 'application/json; charset=utf-8'

/**
 * Written past Koa's own responding, which inspects and rewrites what is complete already: a read model's answer
 * is sent at nearly the rate of bare `node:http` this way.
 */
export function send(context: Context, { status, headers, body }: Reply): void {
  context.respond = false
  const { req, res } = context
  if (res.headersSent || res.destroyed) {
    if (body instanceof Readable) body.destroy()
    return
  }
  if (body instanceof Readable) {
    sendStream(context, { status, headers, body })
    return
  }
  const length = body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length
  const sized = status === 204 || status === 304 ? headers : { ...headers, 'content-length': String(length) }
  res.writeHead(status, sized as Record<string, string>)
  if (body === null || req.method === 'HEAD') res.end()
  else res.end(body)
}

function sendStream({ req, res }: Context, { status, headers, body }: Reply & { body: Readable }): void {
  res.writeHead(status, headers as Record<string, string>)
  if (req.method === 'HEAD') {
    body.destroy()
    res.end()
    return
  }
  res.flushHeaders()
  // Either side may go away first; both are closed then, and there is nobody left to tell.
  pipeline(body, res).catch(() => undefined)
}

/** A JSON answer that no cache may keep. */
export function jsonReply(status: number, body: unknown, headers: ReplyHeaders = {}): Reply {
  return {
    status,
    headers: { 'content-type': jsonType, 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  }
}
