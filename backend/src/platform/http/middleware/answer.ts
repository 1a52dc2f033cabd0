import { randomUUID } from 'node:crypto'
import { DomainError, type ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Metrics } from '../../metrics.ts'
import type { ErrorReplies } from '../answer/error-reply.ts'
import { send } from '../answer/reply.ts'
import type { AttemptWatcher, Route } from '../http-route.ts'
import { ClientGone } from '../request/body.ts'
import { buildActor, readVisitor } from '../request/caller.ts'
import { sentPath } from '../request/target.ts'
import { type HttpContext, type HttpMiddleware, newState } from '../state.ts'
import type { securityHeaders } from './security-headers.ts'

interface AnswerParts {
  readonly headersOf: ReturnType<typeof securityHeaders>
  readonly errorReply: ErrorReplies
  readonly log: ReturnType<typeof requestLog>
}

/**
 * Gives every request an id of our own, and the state that all other middleware works on. Sends the reply that they leave
 * there, or the one that their error becomes, and logs it. One function, because each around another costs every request.
 */
export function answer({ headersOf, errorReply, log }: AnswerParts): HttpMiddleware {
  return async (ctx, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    ctx.state = newState(requestId, headersOf(ctx, requestId))
    try {
      await next()
      if (ctx.state.reply) send(ctx, ctx.state.reply, ctx.state.headers)
    } catch (error) {
      if (error instanceof ClientGone) ctx.respond = false
      else {
        for (const name of ctx.res.getHeaderNames()) ctx.res.removeHeader(name)
        send(ctx, await errorReply(error), ctx.state.headers)
      }
    }
    log(ctx, performance.now() - started)
  }
}

/** Makes an error the reply, so that what stands before this in the list can look at it or store it. */
export function errorsAsReplies(errorReply: ErrorReplies): HttpMiddleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      ctx.state.error = error
      ctx.state.reply = await errorReply(error)
    }
  }
}

interface WatchParts {
  readonly watchers: readonly AttemptWatcher[]
  readonly registry: ErrorRegistry
  readonly clock: Clock
}

/**
 * Names who answers, for those who look at a page in development tools or with the x-ray: no time, which may be a secret.
 * Reports to the modules how each call ended, so that they can record attempts. They neither change nor delay the
 * answer.
 */
export function watched(
  { endpoint, module = 'platform' }: Route,
  { watchers, registry, clock }: WatchParts,
): HttpMiddleware {
  const reportError = (ctx: HttpContext, error: unknown) => {
    const { user, request, requestId: id } = ctx.state
    const domainError =
      error instanceof DomainError ? { code: error.code, status: registry[error.code]?.status ?? 500 } : null
    // Successful reads, which are most calls, are not reported.
    if (domainError === null && (error !== null || endpoint.method === 'GET')) return
    const actor = buildActor(user, readVisitor(ctx))
    const now = clock.now()
    const commandContext = { actor, correlationId: id, causationId: id, now, happenedAt: null, idempotency: null }
    for (const watch of watchers) watch({ endpoint, error: domainError, address: ctx.ip, request, commandContext })
  }
  return async (ctx, next) => {
    ctx.state.headers['server-timing'] = module
    try {
      await next()
    } catch (error) {
      reportError(ctx, error)
      throw error
    }
    reportError(ctx, ctx.state.error)
  }
}

const unfitForLogs = /[^\w.:-]/g
const maxClientIdLength = 100

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
  return headers['x-request-id']?.toString().slice(0, maxClientIdLength).replace(unfitForLogs, '') || undefined
}
