import { platformApi } from '@ultimate/events/platform/api.ts'
import type { Logger } from 'pino'
import type { Sql } from 'postgres'
import type { Clock } from '../clock.ts'
import type { Configuration } from '../configuration.ts'
import { type RateLimits, rateLimits } from '../database/rate-limits.ts'
import type { EventLog } from '../event-store/event-log.ts'
import { announcements } from '../live/changes.ts'
import { type Hub, hub } from '../live/hub.ts'
import { liveRoute } from '../live/route.ts'
import type { Metrics } from '../metrics.ts'
import type { Module } from '../module.ts'
import { api } from './api.ts'
import type { Authenticator } from './authenticator.ts'
import { mergedErrors } from './error-registry.ts'
import { failures } from './failures.ts'
import { gate } from './gate.ts'
import { type Idempotency, idempotency } from './idempotency.ts'
import { limited } from './limited.ts'
import { type Listener, listener } from './listener.ts'
import { openApiDocument } from './openapi/document.ts'
import { documentRoutes } from './openapi/routes.ts'
import type { Site } from './pages.ts'
import { probes } from './probes.ts'
import { requestKeys } from './request-key.ts'
import { routeTable } from './route-table.ts'
import { serving } from './serving.ts'
import { databaseWrites } from './write-probe.ts'

/** What the server is put together from. */
export interface HttpServerParts {
  readonly modules: readonly Pick<Module, 'name' | 'routes' | 'errors' | 'live'>[]
  readonly configuration: Pick<
    Configuration,
    'port' | 'host' | 'authSecret' | 'gatePassword' | 'siteUrl' | 'trustProxy' | 'metricsPort'
  >
  readonly clock: Clock
  /** For idempotency rows and `/readyz`. */
  readonly sql: Sql
  readonly log: EventLog
  readonly authenticator: Authenticator
  /** Absent in tests of the API alone. */
  readonly site?: Site
  readonly logger: Logger
  readonly metrics: Metrics
  /** Whether another release holds the database, so that this one may not write. Never where it is absent. */
  readonly isFencedOff?: () => Promise<boolean>
  /** Beyond "the database answers": each resolves to what is not ready, or to null. */
  readonly readiness?: readonly (() => Promise<string | null>)[]
  /** Time between signs of life on live streams; 15 s unless said otherwise. */
  readonly heartbeatMs?: number
  /** Where it answers, if that listens already; a listener of its own unless said otherwise. */
  readonly listener?: Listener
}

export interface HttpServer {
  /** Resolves to the port, which differs from the configured one where that is 0. */
  listen(): Promise<{ port: number }>
  /** Drains, stops accepting, tells live readers to come back, lets running requests end; then resolves. */
  close(): Promise<void>
}

const hourMs = 60 * 60 * 1000

/** Throws, with every reason, where a route has no permission, doubles another or names an unknown refusal. */
export function createHttpServer(parts: HttpServerParts): HttpServer {
  const { modules, configuration, clock, sql, log, authenticator, site, logger, metrics } = parts
  const secure = new URL(configuration.siteUrl).protocol === 'https:'
  const registry = mergedErrors(modules)
  const announced = announcements(modules)
  const live = hub(log, announced, parts.heartbeatMs ?? 15_000)
  const theGate = gate(configuration)
  const document = openApiDocument(
    [
      ...modules.map(({ name, routes }) => ({ name, endpoints: routes.map(({ endpoint }) => endpoint) })),
      { name: 'platform', endpoints: Object.values(platformApi) },
    ],
    registry,
  )
  const routes = [
    ...modules.flatMap((module) => module.routes),
    ...theGate.routes,
    ...documentRoutes(document),
    liveRoute({ hub: live, log, announcements: announced, readers: metrics.liveReaders }),
  ]
  const isFencedOff = parts.isFencedOff ?? (async () => false)
  const counters = rateLimits(sql, configuration.authSecret)
  const answers = idempotency({ sql, secret: configuration.authSecret, counters, logger })
  const failing = failures(registry, logger)
  const serve = api({
    table: routeTable(routes, registry),
    registry,
    failures: failing,
    gate: theGate,
    authenticator,
    idempotency: answers,
    keys: requestKeys(configuration.authSecret),
    limited: limited(counters, registry),
    clock,
    secureCookies: secure,
    isFencedOff,
  })
  const readiness = [databaseWrites(sql), ...(parts.readiness ?? [])]
  const server = parts.listener ?? listener(configuration)
  server.serve(
    serving({
      api: serve,
      failures: failing,
      probes: probes({
        ...{ readiness, isDraining: server.isDraining, registry: metrics.registry },
        metrics: configuration.metricsPort === null ? theGate.isOpen : null,
      }),
      site,
      secure,
      trustProxy: configuration.trustProxy,
      logger,
      metrics,
    }),
  )
  return withUpkeep(server, { live, answers, counters, logger })
}

interface Kept {
  readonly live: Hub
  readonly answers: Idempotency
  readonly counters: RateLimits
  readonly logger: Logger
}

/**
 * Old idempotency keys and counters go while the server listens; live streams end when it has
 * closed its port.
 */
function withUpkeep(server: Listener, { live, answers, counters, logger }: Kept): HttpServer {
  let timer: NodeJS.Timeout | undefined
  const purge = () => {
    Promise.all([answers.purge(), counters.purge()]).catch((error) =>
      logger.warn({ err: error }, 'old idempotency keys and counters could not be removed'),
    )
  }
  const close = async () => {
    clearInterval(timer)
    await server.stopAccepting()
    live.close()
    await server.finish()
  }
  let closed: Promise<void> | undefined
  return {
    listen: () => {
      timer = setInterval(purge, hourMs).unref()
      return server.listen()
    },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}
