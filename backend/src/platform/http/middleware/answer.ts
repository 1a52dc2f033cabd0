import { DomainError, type ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import type { Clock } from '../../clock.ts'
import type { ErrorReplies } from '../answer/error-reply.ts'
import { send } from '../answer/reply.ts'
import type { AttemptWatcher } from '../http-route.ts'
import { ClientGone } from '../request/body.ts'
import { visitorOf } from '../request/context.ts'
import type { HttpContext, HttpMiddleware } from '../state.ts'
import { actorOf } from './authorise.ts'

/** Sends the reply that the middleware behind it leaves in `ctx.state`, or the one that its error becomes. */
export function answer(errorReply: ErrorReplies): HttpMiddleware {
  return async (ctx, next) => {
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
  }
}

/** Makes an error the reply, so that what stands before this in the list can look at it or keep it. */
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
 * Reports to the modules how each call ended, so that they can record attempts. They neither change nor delay the
 * answer.
 */
export function watched(endpoint: Endpoint, { watchers, registry, clock }: WatchParts): HttpMiddleware {
  if (watchers.length === 0) return (_, next) => next()
  const reportError = (ctx: HttpContext, error: unknown) => {
    const { user, request, requestId: id } = ctx.state
    const domainError =
      error instanceof DomainError ? { code: error.code, status: registry[error.code]?.status ?? 500 } : null
    // Successful reads, which are most calls, are not reported.
    if (domainError === null && (error !== null || endpoint.method === 'GET')) return
    const actor = actorOf(user, visitorOf(ctx))
    const now = clock.now()
    const command = { actor, correlationId: id, causationId: id, now, happenedAt: null, idempotency: null }
    for (const watch of watchers) watch({ endpoint, error: domainError, address: ctx.ip, request, command })
  }
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      reportError(ctx, error)
      throw error
    }
    reportError(ctx, ctx.state.error)
  }
}
