import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Metrics } from '../../metrics.ts'
import { sentPath } from '../request/target.ts'
import { type HttpContext, type HttpMiddleware, newState } from '../state.ts'

const unfitForLogs = /[^\w.:-]/g
const longestClientId = 100

/** Gives every request an id of our own, and the state that all other middleware works on. */
export const requestId: HttpMiddleware = (ctx, next) => {
  ctx.state = newState(randomUUID())
  return next()
}

/** Writes one line and one measurement about every request. */
export function requestLog(logger: Logger, metrics: Metrics): HttpMiddleware {
  return async (ctx, next) => {
    const started = performance.now()
    await next()
    const ms = performance.now() - started
    const { method } = ctx
    const status = ctx.res.statusCode
    const route = routeOf(ctx)
    const { requestId, user } = ctx.state
    metrics.requestServed({ method, route, status }, ms / 1000)
    const line: Record<string, unknown> = { requestId, method, route, status, ms: Math.round(ms * 100) / 100 }
    // Most requests bring no id, fit no template with parameters, and come from a visitor.
    const clientRequestId = clientIdOf(ctx)
    if (clientRequestId) line['clientRequestId'] = clientRequestId
    const path = sentPath(ctx.req.url)
    if (route !== path) line['path'] = withoutSecret(path)
    if (user !== null) line['userId'] = user.id
    if (route === 'probe') logger.debug(line)
    else logger.info(line)
  }
}

/** Relays write the `#` of a mailed link as `%23`, perhaps twice, so that the browser sends the token behind it. */
export const withoutSecret = (path: string): string => path.replace(/(%(25)*23|token\b).*$/is, '$1…')

/** Template of the path, not the path, which names single things. */
function routeOf({ matched, state }: HttpContext): string {
  return matched ? (matched[0]?.name ?? 'unknown') : state.kind
}

/** What the caller calls this request, cleaned. Only a note: anyone can write anything there. */
function clientIdOf({ headers }: HttpContext): string {
  const sent = headers['x-request-id']?.toString() ?? ''
  return sent.slice(0, longestClientId).replace(unfitForLogs, '')
}
