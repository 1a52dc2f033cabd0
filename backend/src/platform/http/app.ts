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
import { answerRepetitions, type Idempotency, readIdempotencyKey } from './idempotency.ts'
import { answer, errorsAsReplies, reportAttempts, requestLog } from './middleware/answer.ts'
import type { Gate } from './middleware/gate.ts'
import { admit, authenticate, requirePermission } from './middleware/identify.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import { bodyReader, limitForms, validate } from './middleware/read-input.ts'
import { pages, securityHeaders } from './middleware/security-headers.ts'
import { answerProbe, type Probe } from './probes.ts'
import { buildActor, createCookieReader, readVisitor } from './request/caller.ts'
import { requireTarget } from './request/target.ts'
import type { RequestKeys } from './request-keys.ts'
import { answerOtherMethods, notFound, routeRequests } from './router.ts'
import type { Site } from './site/site.ts'
import type { HttpContext, HttpMiddleware, RequestState } from './state.ts'

interface AppParts {
  readonly routes: readonly Route[]
  /** The roles that an endpoint may allow, also the roles of confined tokens. */
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
  /** Selects the events of a request whose undo takes the whole request back. */
  readonly undoable: (events: readonly RecordedEvent[]) => readonly RecordedEvent[]
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Returns the position up to which later reads know everything in the log; null while that is unknown. */
  readonly position: () => number | null
  /** True if the site has an https address: then cookies are sent over https only. */
  readonly https: boolean
  readonly trustProxy: boolean
}

/** The Koa application: what every request passes through, in this order. */
export function createApp(parts: AppParts): Koa<RequestState> {
  const { gate, logger, https } = parts
  // Takes the address that the nearest proxy saw: clients can write addresses before it into the header.
  const app = new Koa<RequestState>({ proxy: parts.trustProxy, maxIpsCount: 1 })
  const buildHeaders = securityHeaders(https, parts.site)
  const log = requestLog(logger, parts.metrics)

  app.use(answer({ buildHeaders, errorReply: parts.errorReply, log }))
  app.use(answerOutsideApi(parts))
  app.use(routeRequests(parts.routes, parts, prepareMiddleware(parts)))
  app.use((ctx, next) => {
    gate.require(ctx)
    return next()
  })
  app.use(answerOtherMethods)
  app.use(notFound)

  app.on('error', (error) => logger.warn({ err: error }, 'an answer could not be delivered'))
  return app
}

/** Answers what is not for the API: probes, and the pages of the site. */
function answerOutsideApi({ probes, site, https }: AppParts): HttpMiddleware {
  const answerPage = pages(site, https)
  return (ctx, next) => {
    requireTarget(ctx)
    const { path } = ctx
    if (path === '/api' || path.startsWith('/api/')) return next()
    const probe = probes.get(path)
    return probe ? answerProbe(ctx, probe) : answerPage(ctx)
  }
}

/** Returns a function that lists the middleware of a route, without what has nothing to do there. */
function prepareMiddleware(parts: AppParts): (route: Route) => HttpMiddleware[] {
  const { idempotency, keys, counters, registry, errorReply } = parts
  const formLimit = limitForms()

  return (route) => {
    const { endpoint } = route
    const admission = [reportAttempts(route, parts), admit(endpoint, parts)]
    if (endpoint.method === 'GET') {
      const validated = endpoint.params || endpoint.query ? [validate(endpoint, registry)] : []
      return [...admission, ...validated, handle(route, parts)]
    }
    return [
      ...admission,
      bodyReader(endpoint, formLimit, registry),
      readIdempotencyKey(keys, idempotency),
      validate(endpoint, registry),
      answerRepetitions(idempotency),
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
    const contextFor = prepareContext(route, parts, ctx, { cookies, appended })
    if (endpoint.method === 'GET') addPositionHeader(state, parts.position())
    try {
      const answer = await route.handle(state.request, contextFor(readExpectedVersion(headers['if-match'])))
      state.reply = addUndoPositions(state.user === null ? [] : parts.undoable(appended), reply(answer))
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'STALE' || !route.answerIfStale) throw error
      // Reads what is stored now, whichever version that is.
      const now = await route.answerIfStale(state.request, contextFor(undefined))
      const { etag } = reply(now).headers
      state.reply = await parts.errorReply(error, { current: now.body, ...(etag ? { headers: { etag } } : {}) })
    }
  }
}

/** A header has room for the positions of so many events. */
const maxUndoable = 100

/** Adds the positions of the events that a user can undo, for the “Undo” in the toast about the change. */
function addUndoPositions(undoable: readonly RecordedEvent[], reply: Reply): Reply {
  if (undoable.length === 0 || undoable.length > maxUndoable) return reply
  // Commands on several streams may be answered in another order than they are stored.
  const positions = undoable.map(({ metadata }) => metadata.position).toSorted((one, other) => one - other)
  return { ...reply, headers: { ...reply.headers, 'undo-positions': positions.join(', ') } }
}

/**
 * Adds the position of the log up to which an answer knows everything. A page whose live stream begins there has missed
 * nothing, and need not read again.
 */
function addPositionHeader({ headers }: RequestState, position: number | null): void {
  if (position !== null) headers['x-log-position'] = String(position)
}

/**
 * Returns what reads the user anew. It stands apart because an open live stream holds it, and with it all variables in
 * scope: here not the whole request.
 */
function createReauthenticate({ endpoint }: Route, { authenticator }: AppParts, authorization: string | undefined) {
  return async () => {
    const now = endpoint.ignoresToken ? null : await authenticate(authenticator, endpoint, authorization)
    requirePermission(endpoint.allow, now)
    return now
  }
}

interface Collected {
  /** The `Set-Cookie` lines of the answer. */
  readonly cookies: string[]
  readonly appended: RecordedEvent[]
}

/** Returns a function that builds what a handler sees of the request, for the version that the handler may change. */
function prepareContext(route: Route, parts: AppParts, ctx: HttpContext, { cookies, appended }: Collected) {
  const { requestId, user, claim, repeats } = ctx.state
  const reauthenticate = createReauthenticate(route, parts, ctx.headers.authorization)
  const visitorId = readVisitor(ctx)
  const lastEventId = ctx.headers['last-event-id']
  return (version: number | undefined): RequestContext => ({
    user,
    reauthenticate,
    // This is no getter: each object literal with a getter has its own hidden class, which took a hundred megabytes here.
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

/**
 * Returns the version that `If-Match` names: 7 for `"v7"`, and for `"v7.aBc"` with a digest of the content. Fails with
 * `STALE` for all other tags, because no version has them.
 */
function readExpectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const version = /^"v(\d{1,15})(?:\.[\w-]+)?"$/.exec(ifMatch.trim())?.[1]
  return version === undefined ? platformErrors.fail('STALE') : Number(version)
}
