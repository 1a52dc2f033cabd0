import { randomUUID } from 'node:crypto'
import type { Context } from 'koa'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'

/** What is written down of one request; filled in on its way. */
export interface Trace {
  /** Of this request alone. */
  readonly requestId: string
  /** Accepted from the caller, so that what belongs together can be found together. */
  readonly correlationId: string
  /** Template of the path, not the path, which names single things. */
  route: string
  userId: string | null
}

const sane = /^[\w.:-]{1,100}$/

/** Gives every request its ids, and writes one line and one measurement about it. */
export function observed(
  { logger, metrics }: { logger: Logger; metrics: Metrics },
  serve: (context: Context, trace: Trace) => Promise<void>,
): (context: Context) => Promise<void> {
  return async (context) => {
    const started = performance.now()
    const requestId = randomUUID()
    const asked = context.headers['x-request-id']
    const correlationId = typeof asked === 'string' && sane.test(asked) ? asked : requestId
    const trace: Trace = { requestId, correlationId, route: 'site', userId: null }
    await serve(context, trace)
    const ms = performance.now() - started
    const { method } = context
    const status = context.res.statusCode
    const { route, userId } = trace
    metrics.requestServed({ method, route, status }, ms / 1000)
    const line: Record<string, unknown> = { correlationId, method, route, status, ms: Math.round(ms * 100) / 100 }
    // Most requests chose no id, have no template's holes to fill, and nobody's name on them.
    if (requestId !== correlationId) line['requestId'] = requestId
    if (route !== context.path) line['path'] = context.path
    if (userId !== null) line['userId'] = userId
    if (route === 'probe') logger.debug(line)
    else logger.info(line)
  }
}
