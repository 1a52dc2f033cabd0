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
import { authorise } from './middleware/authorise.ts'
import type { Gate } from './middleware/gate.ts'
import { handle, named } from './middleware/handle.ts'
import { idempotencyKey, idempotent } from './middleware/idempotency.ts'
import { identify } from './middleware/identify.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import { bodyReader, fewFormsAtOnce, validate } from './middleware/read-input.ts'
import { requestId, requestLog } from './middleware/request-log.ts'
import { pages, securityHeaders } from './middleware/security-headers.ts'
import type { Authenticator } from './principal.ts'
import { answerProbes, type Probe } from './probes/probes.ts'
import { requireTarget } from './request/target.ts'
import { createRouter, notFound, otherMethods } from './router.ts'
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
  /** Of the events that a request has stored, those whose undo takes it back. */
  readonly undoable: (events: readonly RecordedEvent[]) => readonly RecordedEvent[]
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Up to where in the log everything is known to what is read from now on; null where that is not known. */
  readonly position: () => number | null
  readonly https: boolean
  readonly trustProxy: boolean
}

/** The Koa application: what every request passes through, in this order. */
export function createApp(parts: AppParts): Koa<RequestState> {
  const { gate, logger, metrics, https } = parts
  // The address that the nearest proxy saw; anyone can write what stands before it in the header.
  const app = new Koa<RequestState>({ proxy: parts.trustProxy, maxIpsCount: 1 })
  const router = createRouter(parts.routes, parts, middlewareOf(parts))

  app.use(requestId)
  app.use(requestLog(logger, metrics))
  app.use(securityHeaders(https, parts.site))
  app.use(answer(parts.errorReply))
  app.use(requireTarget)
  app.use(answerProbes(parts.probes))
  app.use(pages(parts.site, https))
  app.use(router.routes())
  app.use(gate.middleware)
  app.use(otherMethods)
  app.use(notFound)

  app.on('error', (error) => logger.warn({ err: error }, 'an answer could not be delivered'))
  return app
}

/** What a request to one route passes through; the order decides what a stranger can learn (docs/decisions/0015). */
function middlewareOf(parts: AppParts): (route: Route) => HttpMiddleware[] {
  const { gate, authenticator, idempotency, keys, counters, registry, errorReply } = parts
  const formsInTurn = fewFormsAtOnce()

  return (route) => {
    const { endpoint } = route
    const open = [named(route), watched(endpoint, parts), ...(endpoint.beforeGate ? [] : [gate.middleware])]
    const known = [identify(authenticator, endpoint), authorise(endpoint)]
    if (endpoint.method === 'GET') return [...open, ...known, validate(endpoint, registry), handle(route, parts)]
    return [
      ...open,
      ...known,
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
