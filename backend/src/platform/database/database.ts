import {
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@ultimate/embedded-postgres/embedded-postgres.ts'
import { connect } from '@ultimate/event-store/connect.ts'
import type { Logger } from 'pino'
import type { Sql } from 'postgres'
import type { Configuration } from '../configuration/configuration.ts'
import { CannotStart, isCannotStart } from '../errors.ts'
import { ensureServingUrl } from './serving-role.ts'

export interface Database {
  /** The pool of the role that serves. */
  readonly sql: Sql
  readonly variables: DatabaseVariables
  /**
   * Does work that makes or changes tables, and may take long: as the role that owns the tables, over a connection that
   * is closed afterwards.
   */
  asOwner<T>(work: (owner: Owner) => Promise<T>): Promise<T>
  /** Ends the pool, and then the embedded server. */
  stop(): Promise<void>
}

type Variable = 'DATABASE_URL' | 'DATABASE_OWNER_URL'

/** The variables that name an external server. */
export interface DatabaseVariables {
  /** The variable with the role that serves; null for the embedded server. */
  readonly serving: Variable | null
  /** The variable to set as well, if the role of the other variable has to both serve and migrate; else null. */
  readonly missing: Variable | null
}

export interface Owner {
  readonly sql: Sql
  /** The name of the role that serves; null if the owner itself serves. */
  readonly servingRole: string | null
}

interface DatabaseOptions {
  /** Names the sessions in `pg_stat_activity`. */
  readonly applicationName?: string
  readonly connections?: number
  /** Lets a role be made that serves, if only one address is set and its role owns the tables (`ensureServingUrl`). */
  readonly secret?: string
  /** Uses the server of a backend that runs on the same data folder, instead of refusing to start. */
  readonly join?: boolean
}

const statementTimeoutMs = 15_000
/**
 * A connection that was not used for so long is closed. At rest, only the fallback poll (event-store.ts) uses
 * connections. The time is longer than the poll's interval, so that one connection stays open and the first visitor
 * does not wait; and shorter than two intervals, so that the poll does not hold them all open.
 */
export const idleSeconds = 11
/** The time that the pool may take to end what still runs in it. */
const drainSeconds = 1

/** Data folders have these roles, and machines a copy of PostgreSQL's programs by this name. */
export const embeddedNames = {
  superuser: 'ultimate',
  servingRole: 'ultimate_serving',
  programs: 'thanksgiving-ultimate-postgres',
}

type Settings = Pick<Configuration, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>

/** Opens the PostgreSQL of `DATABASE_URL`, or the embedded one. It answers when this resolves. */
export async function openDatabase(
  configuration: Settings,
  logger: Logger,
  options: DatabaseOptions = {},
): Promise<Database> {
  const { variables, ...server } = await openServer(configuration, logger, options)
  const session = { application_name: options.applicationName ?? 'ultimate-backend', TimeZone: 'UTC' }
  const limits = { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 60_000 }
  const connection = { ...session, ...limits }
  const sql = connect(server.servingUrl, { max: options.connections ?? 16, idle_timeout: idleSeconds, connection })
  const stop = async () => {
    await sql.end({ timeout: drainSeconds })
    await server.stop()
  }
  try {
    await checkServer(sql)
  } catch (error) {
    await stop()
    throw explainNoAnswer(variables.serving, error)
  }
  const asOwner = async <T>(work: (owner: Owner) => Promise<T>): Promise<T> => {
    const owner = connect(server.url, { max: 1, connection: session })
    try {
      const name = await readRole(owner).catch((error: unknown) => {
        throw explainNoAnswer(variables.serving && 'DATABASE_OWNER_URL', error)
      })
      const serving = await readRole(sql)
      return await work({ sql: owner, servingRole: serving === name ? null : serving })
    } finally {
      await owner.end({ timeout: drainSeconds })
    }
  }
  return { sql, variables, asOwner, stop }
}

function listVariables({ databaseUrl, databaseOwnerUrl }: Settings): DatabaseVariables {
  if (databaseUrl !== null)
    return { serving: 'DATABASE_URL', missing: databaseOwnerUrl === null ? 'DATABASE_OWNER_URL' : null }
  return databaseOwnerUrl === null
    ? { serving: null, missing: null }
    : { serving: 'DATABASE_OWNER_URL', missing: 'DATABASE_URL' }
}

async function readRole(sql: Sql): Promise<string> {
  const [row] = await sql<{ name: string }[]>`select current_user::text as name`
  return row?.name ?? ''
}

function explainNoAnswer(variable: Variable | null, error: unknown): unknown {
  if (isCannotStart(error) || variable === null) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new CannotStart(`The database that ${variable} names does not answer: ${reason}`, { cause: error })
}

async function openServer(
  configuration: Settings,
  logger: Logger,
  { join = false, secret }: DatabaseOptions,
): Promise<EmbeddedPostgres & { readonly variables: DatabaseVariables }> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = configuration
  const variables = listVariables(configuration)
  const doNothing = async () => {}
  const address = databaseUrl ?? databaseOwnerUrl
  if (address !== null) {
    const url = databaseOwnerUrl ?? address
    const servingUrl = variables.missing && secret ? await ensureServingUrl(url, secret) : null
    return {
      url,
      servingUrl: servingUrl ?? address,
      stop: doNothing,
      variables: servingUrl ? { ...variables, missing: null } : variables,
    }
  }
  const embedded = { dataDir, names: embeddedNames, logger }
  const runningServer = join ? await findEmbeddedPostgres(embedded) : null
  return {
    ...(runningServer ? { ...runningServer, stop: doNothing } : await startEmbeddedPostgres(embedded)),
    variables,
  }
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
