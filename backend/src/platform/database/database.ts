import type { Logger } from 'pino'
import type { Sql } from 'postgres'
import type { Configuration } from '../configuration.ts'
import { CannotStart } from '../lifecycle/cannot-start.ts'
import { connect } from './connect.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

export interface Database {
  /** For `connect(url)`, where a pool of one's own is needed. */
  readonly url: string
  readonly sql: Sql
  /** For work that may take long, such as rebuilding tables, on one connection of its own. */
  withoutTimeout<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Ends the pool, then the server where it is ours. */
  stop(): Promise<void>
}

export interface DatabaseOptions {
  /** Names the sessions in `pg_stat_activity`. */
  readonly applicationName?: string
  readonly connections?: number
  /** Uses the server of a backend that runs on the same data folder, instead of refusing to start. */
  readonly join?: boolean
}

const statementTimeoutMs = 15_000
/**
 * A connection that nobody used for so long is closed: longer than the slow net's interval (see event-store.ts), so that
 * one stays open at rest and the first visitor does not wait, and shorter than two of them, so that not all do.
 */
export const idleSeconds = 11
/** How long the pool may take to end what still runs in it. */
const drainSeconds = 1

/** The PostgreSQL of `DATABASE_URL`, or the embedded one. It answers when this resolves. */
export async function openDatabase(
  configuration: Pick<Configuration, 'databaseUrl' | 'dataDir'>,
  logger: Logger,
  options: DatabaseOptions = {},
): Promise<Database> {
  const server = await openServer(configuration, logger, options.join ?? false)
  const session = { application_name: options.applicationName ?? 'ultimate-backend', TimeZone: 'UTC' }
  const limits = { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 60_000 }
  const connection = { ...session, ...limits }
  const sql = connect(server.url, { max: options.connections ?? 16, idle_timeout: idleSeconds, connection })
  const stop = async () => {
    await sql.end({ timeout: drainSeconds })
    await server.stop()
  }
  try {
    await checkServer(sql)
  } catch (error) {
    await stop()
    if (error instanceof CannotStart || configuration.databaseUrl === null) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotStart(`The database that DATABASE_URL names does not answer: ${reason}`, { cause: error })
  }
  const withoutTimeout = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    const unlimited = connect(server.url, { max: 1, connection: session })
    try {
      return await work(unlimited)
    } finally {
      await unlimited.end({ timeout: drainSeconds })
    }
  }
  return { url: server.url, sql, withoutTimeout, stop }
}

async function openServer(
  { databaseUrl, dataDir }: Pick<Configuration, 'databaseUrl' | 'dataDir'>,
  logger: Logger,
  join: boolean,
): Promise<{ url: string; stop(): Promise<void> }> {
  const nothing = async () => {}
  if (databaseUrl !== null) return { url: databaseUrl, stop: nothing }
  const running = join ? await findEmbeddedPostgres(dataDir) : null
  return running ? { ...running, stop: nothing } : startEmbeddedPostgres({ dataDir, logger })
}

const oldestVersion = 14

async function checkServer(sql: Sql): Promise<void> {
  const [row] = await sql<{ encoding: string; version: number }[]>`
    select current_setting('server_encoding') as encoding, current_setting('server_version_num')::int as version`
  if (row?.encoding !== 'UTF8')
    throw new CannotStart(`The database that DATABASE_URL names is encoded as ${row?.encoding}; it has to be UTF8.`)
  if (row.version < oldestVersion * 10_000)
    throw new CannotStart(
      `The PostgreSQL that DATABASE_URL names is version ${Math.floor(row.version / 10_000)}; it has to be ${oldestVersion} or newer.`,
    )
}
