import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { RateLimits } from '../database/rate-limits/rate-limits.ts'
import type { Metrics } from '../metrics.ts'
import type { ErrorReplies } from './answer/error-reply.ts'
import type { AttemptWatcher, Route } from './http-route.ts'
import type { Idempotency } from './idempotency/idempotency.ts'
import type { RequestKeys } from './idempotency/request-key.ts'
import { answer, errorsAsReplies, watched } from './middleware/answer.ts'
import type { Gate } from './middleware/gate.ts'
import { handle } from './middleware/handle.ts'
import { idempotencyKey, idempotent } from './middleware/idempotency.ts'
import { admit } from './middleware/identify.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import { bodyReader, fewFormsAtOnce, validate } from './middleware/read-input.ts'
import { requestLog } from './middleware/request-log.ts'
import { pages, securityHeaders } from './middleware/security-headers.ts'
import type { Authenticator } from './principal.ts'
import { answerProbe, type Probe } from './probes/probes.ts'
import { requireTarget } from './request/target.ts'
import { notFound, otherMethods, routeRequests } from './router.ts'
import type { Site } from './site/site.ts'
import type { HttpMiddleware, RequestState } from './state.ts'

export interface AppParts {
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
