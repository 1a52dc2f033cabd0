import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Clock } from '../../clock.ts'
import { answerReply } from '../answer/answer-reply.ts'
import type { ErrorReplies } from '../answer/error-reply.ts'
import type { RequestKeys } from '../idempotency/request-key.ts'
import type { Authenticator } from '../principal.ts'
import { requestContext } from '../request/context.ts'
import type { Answer, RequestContext, Route } from '../route.ts'
import type { HttpContext, HttpMiddleware } from '../state.ts'
import { requirePermission } from './authorise.ts'
import { authenticated } from './identify.ts'

export interface HandleParts {
  readonly authenticator: Authenticator
  readonly keys: RequestKeys
  readonly errorReply: ErrorReplies
  readonly clock: Clock
  /** Cookies are for https alone. */
  readonly https: boolean
}

/** Calls the route's handler and leaves its answer as the reply. */
export function handle(route: Route, parts: HandleParts): HttpMiddleware {
  const { endpoint } = route
  return async (ctx) => {
    const { state, headers } = ctx
    const cookies: string[] = []
    const reply = (answer: Answer<unknown>) =>
      answerReply(answer, {
        endpoint,
        ifNoneMatch: headers['if-none-match'],
        acceptEncoding: headers['accept-encoding']?.toString(),
        signedIn: state.user !== null,
        cookies,
      })
    const context = contextOf(route, parts, ctx, cookies)
    try {
      state.reply = reply(await route.handle(state.request, context(expectedVersion(headers['if-match']))))
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'STALE' || !route.current) throw error
      const now = await route.current(state.request, context(undefined))
      const { etag } = reply(now).headers
      state.reply = await parts.errorReply(error, { current: now.body, ...(etag ? { headers: { etag } } : {}) })
    }
  }
}

/** Names who answers, for those who look at a page in development tools or with the x-ray: no time, which may be a secret. */
export function named({ module = 'platform' }: Route): HttpMiddleware {
  return (ctx, next) => {
    ctx.state.headers = { ...ctx.state.headers, 'server-timing': module }
    return next()
  }
}

function contextOf({ endpoint }: Route, parts: HandleParts, ctx: HttpContext, cookies: string[]) {
  const { requestId, user, claim, repeats } = ctx.state
  const reauthenticate = async () => {
    const now = endpoint.ignoresToken
      ? null
      : await authenticated(parts.authenticator, endpoint, ctx.headers.authorization)
    requirePermission(endpoint.allow, now)
    return now
  }
  return (version: number | undefined): RequestContext =>
    requestContext(
      ctx,
      {
        user,
        reauthenticate,
        correlationId: requestId,
        causationId: requestId,
        now: parts.clock.now(),
        expectedVersion: version,
        claim,
        repeats,
        newId: parts.keys.ids(claim),
        https: parts.https,
      },
      cookies,
    )
}

/** The version that `If-Match` names, with or without a content behind it. A tag that no version ever had cannot hold: that is `STALE` at once. */
function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const version = /^"v(\d{1,15})(?:\.[\w-]+)?"$/.exec(ifMatch.trim())?.[1]
  return version === undefined ? platformErrors.fail('STALE') : Number(version)
}
