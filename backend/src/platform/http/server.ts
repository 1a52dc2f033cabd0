import type { EventLog } from '@ultimate/event-store/event-log.ts'
import { readModelsMissing } from '@ultimate/event-store/migrate.ts'
import { lazily } from '@ultimate/events/language/lazily.ts'
import { platformApi } from '@ultimate/events/platform/api.ts'
import type { Logger } from 'pino'
import type { Sql } from 'postgres'
import type { Clock } from '../clock.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { type RateLimits, rateLimits } from '../database/rate-limits.ts'
import { announcements } from '../live/announcements.ts'
import { createHub, type Hub } from '../live/hub.ts'
import { liveRoute } from '../live/live.route.ts'
import { lagSentence, type Metrics } from '../metrics.ts'
import type { Module } from '../module.ts'
import { selectCauses } from '../undo.ts'
import { errorReplies, mergedErrors } from './answer/error-reply.ts'
import { createApp } from './app.ts'
import type { Authenticator } from './http-route.ts'
import { type Idempotency, idempotency } from './idempotency.ts'
import { createListener, type Listener } from './listener.ts'
import { gate } from './middleware/gate.ts'
import { openApiDocument } from './openapi.ts'
import { documentRoutes } from './openapi-page.ts'
import { checkDatabaseWrites, databaseChecksMs, probes, shareResult } from './probes.ts'
import { requestKeys } from './request-keys.ts'
import type { Site } from './site/site.ts'

export interface HttpServerParts {
  readonly modules: readonly Module[]
  /** The roles that users have, which an endpoint may allow. */
  readonly roles: readonly string[]
  /** The roles of confined tokens, which an endpoint may allow as well. */
  readonly confinedRoles?: readonly string[]
  readonly configuration: Pick<
    Configuration,
    'port' | 'host' | 'authSecret' | 'gatePassword' | 'siteUrl' | 'trustProxy' | 'metricsPort'
  >
  readonly clock: Clock
  /** The pool for idempotency rows and `/readyz`. */
  readonly sql: Sql
  readonly log: EventLog
  readonly authenticator: Authenticator
  /** The version of the interface that each module serves, by module. */
  readonly interfaces?: Readonly<Record<string, string>>
  /** Absent in tests of the API alone. */
  readonly site?: Site
  readonly logger: Logger
  readonly metrics: Metrics
  /** Resolves to true while another release may write to the database and this one may not; false by default. */
  readonly isFencedOff?: () => Promise<boolean>
  /** Time between signs of life on live streams; 15 s by default. */
  readonly heartbeatMs?: number
  /** The listener on which the server answers, if that listens already. By default, the server makes one. */
  readonly listener?: Listener
}

interface HttpServer {
  /** Resolves to the port, which the system chooses for port 0. */
  listen(): Promise<{ port: number }>
  /** Drains, stops accepting, asks live readers to come back, and resolves when running requests have ended. */
  close(): Promise<void>
}

const hourMs = 60 * 60 * 1000

/** @throws Error with all reasons, if a route has no permission, doubles another or names an unknown error */
export function createHttpServer(parts: HttpServerParts): HttpServer {
  const { modules, configuration, clock, sql, log, authenticator, site, logger, metrics, heartbeatMs = 15_000 } = parts
  const registry = mergedErrors(modules)
  const announcement = announcements(modules)
  const live = createHub(log, announcement, { heartbeatMs, tokenTopic: authenticator.topic })
  const siteGate = gate(configuration)
  const document = lazily(() =>
    openApiDocument(
      [
        ...modules.map(({ name, description, routes }) => ({
          name,
          description,
          version: parts.interfaces?.[name],
          endpoints: routes.map(({ endpoint }) => endpoint),
        })),
        {
          name: 'platform',
          description: 'The testing gate, the live stream and this description',
          endpoints: Object.values(platformApi),
        },
      ],
      { registry, roles: parts.roles },
    ),
  )
  const routes = [
    ...modules.flatMap(({ name: module, routes }) => routes.map((route) => ({ ...route, module }))),
    ...siteGate.routes,
    ...documentRoutes(document),
    liveRoute({
      hub: live,
      announcements: announcement,
      countReaders: metrics.liveReaders,
    }),
  ]
  metrics.gauge('log_lag_seconds', 'For how long a long write has held the readers of the log back.', log.lag)
  const counters = rateLimits(sql, configuration.authSecret)
  const answers = idempotency({ sql, secret: configuration.authSecret, counters, logger })
  const server = parts.listener ?? createListener(configuration)
  const app = createApp({
    routes,
    roles: [...parts.roles, ...(parts.confinedRoles ?? [])],
    registry,
    errorReply: errorReplies({ registry, logger, isFencedOff: parts.isFencedOff ?? (async () => false) }),
    gate: siteGate,
    authenticator,
    idempotency: answers,
    keys: requestKeys(configuration.authSecret),
    counters,
    probes: probes({
      readiness: [checkDatabaseWrites(sql), shareResult(() => readModelsMissing(sql, modules), databaseChecksMs)],
      detail: shareResult(async () => lagSentence(await log.lag()), databaseChecksMs),
      isDraining: server.isDraining,
      registry: metrics.registry,
      metrics: configuration.metricsPort === null ? siteGate.isOpen : null,
    }),
    site,
    watchers: modules.flatMap(({ onAttempt }) => onAttempt ?? []),
    undoable: (events) => selectCauses(events, modules),
    clock,
    logger,
    metrics,
    position: live.position,
    https: new URL(configuration.siteUrl).protocol === 'https:',
    trustProxy: configuration.trustProxy,
  })
  server.serve(app.callback())
  return withUpkeep(server, { live, answers, counters, logger })
}

interface UpkeepParts {
  readonly live: Hub
  readonly answers: Idempotency
  readonly counters: RateLimits
  readonly logger: Logger
}

/**
 * Removes old idempotency keys and counters while the server listens, and ends live streams once it has closed its
 * port.
 */
function withUpkeep(server: Listener, { live, answers, counters, logger }: UpkeepParts): HttpServer {
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
