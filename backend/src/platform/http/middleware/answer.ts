import { randomUUID } from 'node:crypto'
import { DomainError, type ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Metrics } from '../../metrics.ts'
import type { ErrorReplies } from '../answer/error-reply.ts'
import { send } from '../answer/reply.ts'
import type { AttemptWatcher, Route } from '../http-route.ts'
import { buildActor, readVisitor } from '../request/caller.ts'
import { ClientGone } from '../request/json-body.ts'
import { sentPath } from '../request/target.ts'
import { type HttpContext, type HttpMiddleware, newState } from '../state.ts'
import type { securityHeaders } from './security-headers.ts'

interface AnswerParts {
  readonly buildHeaders: ReturnType<typeof securityHeaders>
  readonly errorReply: ErrorReplies
  readonly log: ReturnType<typeof requestLog>
}

/**
 * Gives each request an id, and the state on which all other middleware works. Sends the reply that they leave there,
 * or the reply to their error, and logs it. This is one function, because each further layer delays every request.
 */
export function answer({ buildHeaders, errorReply, log }: AnswerParts): HttpMiddleware {
  return async (ctx, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    ctx.state = newState(requestId, buildHeaders(ctx, requestId))
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

/** Turns an error into the reply, so that middleware before this one can look at it or store it. */
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
 * Names the module that answers in `Server-Timing`, for development tools and the x-ray; without a time, which may
 * betray a secret. Reports to the modules how each call ended, so that they can record attempts. They neither change
 * nor delay the answer.
 */
export function reportAttempts(
  { endpoint, module = 'platform' }: Route,
  { watchers, registry, clock }: WatchParts,
): HttpMiddleware {
  const reportOutcome = (ctx: HttpContext, error: unknown) => {
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
      reportOutcome(ctx, error)
      throw error
    }
    reportOutcome(ctx, ctx.state.error)
  }
}

const unfitForLogs = /[^\w.:-]/g
const maxClientIdLength = 100

/** Returns what logs and measures a request that took `ms`. */
export function requestLog(logger: Logger, metrics: Metrics): (ctx: HttpContext, ms: number) => void {
  return (ctx, ms) => {
    const { method } = ctx
    const status = ctx.res.statusCode
    const route = nameRoute(ctx)
    const { requestId, user } = ctx.state
    metrics.requestServed({ method, route, status }, ms / 1000)
    const path = sentPath(ctx.req.url)
    // Undefined fields are left out: most requests bring no id, have the path of their route, and come from a visitor.
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

/** Cuts off tokens of private links. A relay may escape the `#` of a link, so that the browser sends the token. */
export const withoutSecret = (path: string): string => path.replace(/(%(25)*23|token\b).*$/is, '$1…')

/** Returns the template of the path, because the path itself names a single thing. */
function nameRoute({ matched, state }: HttpContext): string {
  return matched ? (matched[0]?.name ?? 'unknown') : state.kind
}

/** Returns the caller's own id for this request, cleaned. It is only a note: anyone can write anything there. */
function readClientId({ headers }: HttpContext): string | undefined {
  return headers['x-request-id']?.toString().slice(0, maxClientIdLength).replace(unfitForLogs, '') || undefined
}
