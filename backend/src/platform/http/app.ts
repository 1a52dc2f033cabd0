import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { DomainError, type ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { RateLimits } from '../database/rate-limits.ts'
import type { Metrics } from '../metrics.ts'
import { answerReply } from './answer/answer-reply.ts'
import type { ErrorReplies } from './answer/error-reply.ts'
import type { Reply } from './answer/reply.ts'
import type { Answer, AttemptWatcher, Authenticator, RequestContext, Route } from './http-route.ts'
import { type Idempotency, idempotencyKey, idempotent, type RequestKeys } from './idempotency.ts'
import { answer, errorsAsReplies, requestLog, watched } from './middleware/answer.ts'
import type { Gate } from './middleware/gate.ts'
import { admit, authenticated, requirePermission } from './middleware/identify.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import { bodyReader, fewFormsAtOnce, validate } from './middleware/read-input.ts'
import { pages, securityHeaders } from './middleware/security-headers.ts'
import { answerProbe, type Probe } from './probes.ts'
import { buildActor, createCookieReader, readVisitor } from './request/caller.ts'
import { requireTarget } from './request/target.ts'
import { notFound, otherMethods, routeRequests } from './router.ts'
import type { Site } from './site/site.ts'
import type { HttpContext, HttpMiddleware, RequestState } from './state.ts'

interface AppParts {
  readonly routes: readonly Route[]
  /** The roles that an endpoint may allow, those of confined tokens included. */
  readonly roles: readonly string[]
  readonly registry: ErrorRegistry
  readonly errorReply: ErrorReplies
  readonly gate: Gate
  readonly authenticator: Authenticator
  readonly idempotency: Idempotency
  readonly keys: RequestKeys
  readonly counters: RateLimits
  readonly probes: ReadonlyMap<string, Probe>
  readonly site: Site | undefined
  readonly watchers: readonly AttemptWatcher[]
  /** Selects those of a request's stored events whose undo takes it back. */
  readonly undoable: (events: readonly RecordedEvent[]) => readonly RecordedEvent[]
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Returns the position up to which everything in the log is known to later reads; null where that is not known. */
  readonly position: () => number | null
  /** Cookies are for https alone. */
  readonly https: boolean
  readonly trustProxy: boolean
}

/** The Koa application: what every request passes through, in this order. */
export function createApp(parts: AppParts): Koa<RequestState> {
  const { gate, logger, https } = parts
  // The address that the nearest proxy saw; anyone can write what stands before it in the header.
  const app = new Koa<RequestState>({ proxy: parts.trustProxy, maxIpsCount: 1 })
  const [headersOf, log] = [securityHeaders(https, parts.site), requestLog(logger, parts.metrics)]

  app.use(answer({ headersOf, errorReply: parts.errorReply, log }))
  app.use(outsideApi(parts))
  app.use(routeRequests(parts.routes, parts, prepareMiddleware(parts)))
  app.use((ctx, next) => {
    gate.require(ctx)
    return next()
  })
  app.use(otherMethods)
  app.use(notFound)

  app.on('error', (error) => logger.warn({ err: error }, 'an answer could not be delivered'))
  return app
}

/** Answers what is not for the API: probes, and the pages of the site. */
function outsideApi({ probes, site, https }: AppParts): HttpMiddleware {
  const answerPage = pages(site, https)
  return (ctx, next) => {
    requireTarget(ctx)
    const { path } = ctx
    if (path === '/api' || path.startsWith('/api/')) return next()
    const probe = probes.get(path)
    return probe ? answerProbe(ctx, probe) : answerPage(ctx)
  }
}

/** Makes the list of what a request to one route passes through, without what can do nothing there. */
function prepareMiddleware(parts: AppParts): (route: Route) => HttpMiddleware[] {
  const { idempotency, keys, counters, registry, errorReply } = parts
  const formsInTurn = fewFormsAtOnce()

  return (route) => {
    const { endpoint } = route
    const open = [watched(route, parts), admit(endpoint, parts)]
    if (endpoint.method === 'GET') {
      const validated = endpoint.params || endpoint.query ? [validate(endpoint, registry)] : []
      return [...open, ...validated, handle(route, parts)]
    }
    return [
      ...open,
      bodyReader(endpoint, formsInTurn, registry),
      idempotencyKey(keys, idempotency),
      validate(endpoint, registry),
      idempotent(idempotency),
      errorsAsReplies(errorReply),
      rateLimit(endpoint, counters, registry),
      handle(route, parts),
    ]
  }
}

/** Calls the route's handler and leaves its answer as the reply. */
function handle(route: Route, parts: AppParts): HttpMiddleware {
  const { endpoint } = route
  return async (ctx) => {
    const { state, headers } = ctx
    const cookies: string[] = []
    const appended: RecordedEvent[] = []
    const reply = (answer: Answer<unknown>) =>
      answerReply(answer, {
        endpoint,
        ifNoneMatch: headers['if-none-match'],
        acceptEncoding: headers['accept-encoding']?.toString(),
        signedIn: state.user !== null,
        cookies,
      })
    const context = prepareContext(route, parts, ctx, { cookies, appended })
    if (endpoint.method === 'GET') addPositionHeader(state, parts.position())
    try {
      const handled = reply(await route.handle(state.request, context(expectedVersion(headers['if-match']))))
      state.reply = naming(state.user === null ? [] : parts.undoable(appended), handled)
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'STALE' || !route.answerIfStale) throw error
      const now = await route.answerIfStale(state.request, context(undefined))
      const { etag } = reply(now).headers
      state.reply = await parts.errorReply(error, { current: now.body, ...(etag ? { headers: { etag } } : {}) })
    }
  }
}

/** The positions of as many events as teams are removed at once fit into a header. */
const maxUndoable = 100

/** Names what a user has just done, for the “Undo” beside the word that it is done. */
function naming(undoable: readonly RecordedEvent[], reply: Reply): Reply {
  if (undoable.length === 0 || undoable.length > maxUndoable) return reply
  // Commands on several streams may be answered in another order than they are stored.
  const positions = undoable.map(({ metadata }) => metadata.position).toSorted((one, other) => one - other)
  return { ...reply, headers: { ...reply.headers, 'undo-positions': positions.join(', ') } }
}

/**
 * Adds the position of the log up to which an answer knows everything: a page whose live stream begins there has missed
 * nothing, and need not ask again.
 */
function addPositionHeader({ headers }: RequestState, position: number | null): void {
  if (position !== null) headers['x-log-position'] = String(position)
}

/** Apart, because an open live stream holds it, and with it what is in scope: not the whole request. */
function reauthentication({ endpoint }: Route, { authenticator }: AppParts, authorization: string | undefined) {
  return async () => {
    const now = endpoint.ignoresToken ? null : await authenticated(authenticator, endpoint, authorization)
    requirePermission(endpoint.allow, now)
    return now
  }
}

interface Collected {
  /** The `Set-Cookie` lines of the answer. */
  readonly cookies: string[]
  readonly appended: RecordedEvent[]
}

/** Makes what the handler sees of the request, once for each version that it may change. */
function prepareContext(route: Route, parts: AppParts, ctx: HttpContext, { cookies, appended }: Collected) {
  const { requestId, user, claim, repeats } = ctx.state
  const reauthenticate = reauthentication(route, parts, ctx.headers.authorization)
  const visitorId = readVisitor(ctx)
  const lastEventId = ctx.headers['last-event-id']
  return (version: number | undefined): RequestContext => ({
    user,
    reauthenticate,
    // This is no getter: an object literal with one is of a new kind each time, which took a hundred megabytes here.
    address: ctx.ip,
    userAgent: ctx.headers['user-agent'] ?? '',
    host: ctx.host,
    visitorId,
    repeats,
    expectedVersion: version,
    lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    commandContext: {
      actor: buildActor(user, visitorId),
      correlationId: requestId,
      causationId: requestId,
      now: parts.clock.now(),
      happenedAt: null,
      idempotency: claim,
      onAppended: (events) => void appended.push(...events),
    },
    newId: parts.keys.ids(claim),
    setCookie: (name, value, { maxAgeSeconds, sameSite = 'Lax' }) => {
      const lifetime = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
      const secure = parts.https ? '; Secure' : ''
      cookies.push(`${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=${sameSite}${lifetime}${secure}`)
    },
    cookie: createCookieReader(ctx),
  })
}

/** The version that `If-Match` names, with or without a content behind it. A tag that no version ever had cannot hold: that is `STALE` at once. */
function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const version = /^"v(\d{1,15})(?:\.[\w-]+)?"$/.exec(ifMatch.trim())?.[1]
  return version === undefined ? platformErrors.fail('STALE') : Number(version)
}
