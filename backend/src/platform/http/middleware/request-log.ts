import type { Logger } from 'pino'
import type { Metrics } from '../../metrics.ts'
import { sentPath } from '../request/target.ts'
import type { HttpContext } from '../state.ts'

const unfitForLogs = /[^\w.:-]/g
const longestClientId = 100

/** Writes one line and one measurement about a request that took so long. */
export function requestLog(logger: Logger, metrics: Metrics): (ctx: HttpContext, ms: number) => void {
  return (ctx, ms) => {
    const { method } = ctx
    const status = ctx.res.statusCode
    const route = nameRoute(ctx)
    const { requestId, user } = ctx.state
    metrics.requestServed({ method, route, status }, ms / 1000)
    const path = sentPath(ctx.req.url)
    // Most requests bring no id, fit no template with parameters, and come from a visitor: what is undefined is left
    // out.
    const line = {
      requestId,
      method,
      route,
      status,
      ms: Math.round(ms * 100) / 100,
      clientRequestId: readClientId(ctx),
      path: route === path ? undefined : withoutSecret(path),
      userId: user?.id,
    }
    if (route === 'probe') logger.debug(line)
    else logger.info(line)
  }
}

/** Relays write the `#` of a mailed link as `%23`, perhaps twice, so that the browser sends the token behind it. */
export const withoutSecret = (path: string): string => path.replace(/(%(25)*23|token\b).*$/is, '$1…')

/** Template of the path, not the path, which names single things. */
function nameRoute({ matched, state }: HttpContext): string {
  return matched ? (matched[0]?.name ?? 'unknown') : state.kind
}

/** Returns the caller's own name for this request, cleaned. It is only a note: anyone can write anything there. */
function readClientId({ headers }: HttpContext): string | undefined {
  return headers['x-request-id']?.toString().slice(0, longestClientId).replace(unfitForLogs, '') || undefined
}
