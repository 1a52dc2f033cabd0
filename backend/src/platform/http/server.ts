import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Sql } from 'postgres'
import type { Clock } from '../clock.ts'
import type { Configuration } from '../configuration.ts'
import type { EventLog } from '../live/event-log.ts'
import type { Metrics } from '../metrics.ts'
import type { Module } from '../module.ts'
import type { Authenticator } from './authenticator.ts'
import type { Site } from './pages.ts'

/** What the server is put together from. */
export interface HttpServerParts {
  readonly modules: readonly Module[]
  readonly configuration: Configuration
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
}

export interface HttpServer {
  /** Resolves to the port, which differs from the configured one where that is 0. */
  listen(): Promise<{ port: number }>
  /** Stops accepting, tells live readers to come back, lets running requests end; then resolves. */
  close(): Promise<void>
  /** For serving without listening. */
  readonly callback: (request: IncomingMessage, response: ServerResponse) => void
}

/** Throws, with every reason, where a route has no permission, doubles another or names an unknown refusal. */
export declare function createHttpServer(parts: HttpServerParts): HttpServer
