import { randomUUID } from 'node:crypto'
import type { Context } from 'koa'
import type { Logger } from 'pino'
import type { Metrics } from '../../metrics.ts'
import { sentPath } from '../request/target.ts'

/** What is written down of one request; filled in on its way. */
export interface Trace {
  /** Of this request alone, made here. Events that follow from it carry it as their correlation. */
  readonly requestId: string
  /** Template of the path, not the path, which names single things. */
  route: string
  userId: string | null
}

const unfitForLogs = /[^\w.:-]/g
const longestClientId = 100

/** Gives every request its ids, and writes one line and one measurement about it. */
export function observed(
  { logger, metrics }: { logger: Logger; metrics: Metrics },
  serve: (context: Context, trace: Trace) => Promise<void>,
): (context: Context) => Promise<void> {
  return async (context) => {
    const started = performance.now()
    const requestId = randomUUID()
    const trace: Trace = { requestId, route: 'site', userId: null }
    await serve(context, trace)
    const ms = performance.now() - started
    const { method } = context
    const status = context.res.statusCode
    const { route, userId } = trace
    metrics.requestServed({ method, route, status }, ms / 1000)
    const line: Record<string, unknown> = { requestId, method, route, status, ms: Math.round(ms * 100) / 100 }
    // Most requests bring no id, fit no template with parameters, and come from a visitor.
    const clientRequestId = clientIdOf(context)
    if (clientRequestId) line['clientRequestId'] = clientRequestId
    const path = sentPath(context.req.url)
    if (route !== path) line['path'] = path
    if (userId !== null) line['userId'] = userId
    if (route === 'probe') logger.debug(line)
    else logger.info(line)
  }
}

/** What the caller calls this request, cleaned. Only a note: anybody can write anything there. */
function clientIdOf({ headers }: Context): string {
  const sent = headers['x-request-id']?.toString() ?? ''
  return sent.slice(0, longestClientId).replace(unfitForLogs, '')
}
