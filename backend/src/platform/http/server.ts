import type { IncomingMessage, ServerResponse } from 'node:http'
import { platformApi } from '@ultimate/events/platform/api.ts'
import type { Logger } from 'pino'
import type { Sql } from 'postgres'
import type { Clock } from '../clock.ts'
import type { Configuration } from '../configuration.ts'
import type { EventLog } from '../event-store/event-store.ts'
import { announcements } from '../live/changes.ts'
import { type Hub, hub } from '../live/hub.ts'
import { liveRoute } from '../live/route.ts'
import type { Metrics } from '../metrics.ts'
import type { Module } from '../module.ts'
import { api } from './api.ts'
import type { Authenticator } from './authenticator.ts'
import { failures } from './failures.ts'
import { gate } from './gate.ts'
import { type Idempotency, idempotency } from './idempotency.ts'
import { type Listener, listener } from './listener.ts'
import { openApiDocument } from './openapi/document.ts'
import { documentRoutes } from './openapi/routes.ts'
import type { Site } from './pages.ts'
import { probes } from './probes.ts'
import { mergedCatalogue } from './refusal-catalogues.ts'
import { requestKeys } from './request-key.ts'
import { routeTable } from './route-table.ts'
import { serving } from './serving.ts'

/** What the server is put together from. */
export interface HttpServerParts {
  readonly modules: readonly Pick<Module, 'name' | 'routes' | 'refusals' | 'live'>[]
  readonly configuration: Pick<
    Configuration,
    'port' | 'host' | 'authSecret' | 'gatePassword' | 'siteUrl' | 'trustProxy'
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
  /** Beyond "the database answers": each resolves to what is not ready, or to null. */
  readonly readiness?: readonly (() => Promise<string | null>)[]
  /** Time between signs of life on live streams; 15 s unless said otherwise. */
  readonly liveBeatMs?: number
  /** What running requests get at closing time before their connections are cut; 3 s unless said otherwise. */
  readonly graceMs?: number
}

export interface HttpServer {
  /** Resolves to the port, which differs from the configured one where that is 0. */
  listen(): Promise<{ port: number }>
  /** Stops accepting, tells live readers to come back, lets running requests end; then resolves. */
  close(): Promise<void>
  /** For serving without listening. */
  readonly callback: (request: IncomingMessage, response: ServerResponse) => void
}

const hourMs = 60 * 60 * 1000

/** Throws, with every reason, where a route has no permission, doubles another or names an unknown refusal. */
export function createHttpServer(parts: HttpServerParts): HttpServer {
  const { modules, configuration, clock, sql, log, authenticator, site, logger, metrics } = parts
  const secure = new URL(configuration.siteUrl).protocol === 'https:'
  const catalogue = mergedCatalogue(modules)
  const announced = announcements(modules)
  const live = hub(log, announced, parts.liveBeatMs ?? 15_000)
  const theGate = gate(configuration)
  const document = openApiDocument(
    [
      ...modules.map(({ name, routes }) => ({ name, endpoints: routes.map(({ endpoint }) => endpoint) })),
      { name: 'platform', endpoints: Object.values(platformApi) },
    ],
    catalogue,
  )
  const routes = [
    ...modules.flatMap((module) => module.routes),
    ...theGate.routes,
    ...documentRoutes(document),
    liveRoute({ hub: live, log, announcements: announced, readers: metrics.liveReaders }),
  ]
  const answers = idempotency({ sql, secret: configuration.authSecret, logger })
  const serve = api({
    table: routeTable(routes, catalogue),
    catalogue,
    failures: failures(catalogue, logger),
    gate: theGate,
    authenticator,
    idempotency: answers,
    keys: requestKeys(configuration.authSecret),
    clock,
    secureCookies: secure,
  })
  const readiness = parts.readiness ?? []
  const server = listener({ ...configuration, graceMs: parts.graceMs ?? 3_000 }, (isDraining) =>
    serving({
      api: serve,
      probes: probes({ sql, registry: metrics.registry, readiness, isDraining }),
      site,
      secure,
      trustProxy: configuration.trustProxy,
      logger,
      metrics,
      isDraining,
    }),
  )
  return withUpkeep(server, { live, answers, logger })
}

/** Old idempotency keys go while the server listens; live streams end first when it closes. */
function withUpkeep(
  server: Listener,
  { live, answers, logger }: { live: Hub; answers: Idempotency; logger: Logger },
): HttpServer {
  let timer: NodeJS.Timeout | undefined
  const purge = () => {
    answers.purge().catch((error) => logger.warn({ err: error }, 'old idempotency keys could not be removed'))
  }
  return {
    callback: server.callback,
    listen: () => {
      timer = setInterval(purge, hourMs).unref()
      return server.listen()
    },
    close: async () => {
      clearInterval(timer)
      const closed = server.close()
      live.close()
      await closed
    },
  }
}
