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
    const level = route === 'probe' ? 'debug' : 'info'
    logger[level]({
      requestId,
      correlationId,
      method,
      route,
      path: context.path,
      status,
      userId,
      ms: Math.round(ms * 100) / 100,
    })
  }
}
