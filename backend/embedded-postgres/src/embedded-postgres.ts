import { mkdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import getPort from 'get-port'
import type { Logger } from 'pino'
import postgres, { type Options } from 'postgres'
import {
  createCluster,
  type EmbeddedNames,
  ensureServingPassword,
  readPassword,
  readServingPassword,
} from './cluster.ts'
import { type DataDirLock, lockDataDir, lockHolder } from './data-dir-lock.ts'
import { endOrphan, openServerLog, type Postmaster, type PostmasterPlace, startPostmaster } from './postmaster.ts'
import { CannotStart, processUser, serverFiles } from './server-files.ts'

/** Addresses in libpq's form, with the socket's folder in `?host=`. */
interface EmbeddedUrls {
  /** The address for the superuser, who owns the tables. */
  readonly url: string
  /** The address for the role that serves. */
  readonly servingUrl: string
}

export interface EmbeddedPostgres extends EmbeddedUrls {
  stop(): Promise<void>
}

interface EmbeddedPlace {
  readonly dataDir: string
  readonly names?: EmbeddedNames
}

interface EmbeddedPostgresOptions extends EmbeddedPlace {
  readonly logger: Logger
  /** Server settings that are added to the defaults, or replace them. */
  readonly settings?: Readonly<Record<string, string>>
}

const defaultNames: EmbeddedNames = { superuser: 'postgres', servingRole: 'serving', programs: 'embedded-postgres' }

/** Durable defaults for a small machine that does other things too. */
const serverSettings = {
  shared_buffers: '128MB',
  max_connections: '100',
  wal_compression: 'on',
  max_wal_size: '512MB',
  checkpoint_timeout: '15min',
  jit: 'off',
  // For solid-state disks: with the default, PostgreSQL reads past thousands of rows rather than use an index.
  random_page_cost: '1.1',
  // No replica follows this server: one process less.
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The detail of an error may hold a person's data.
  log_error_verbosity: 'terse',
  log_min_duration_statement: '1s',
  log_parameter_max_length: '0',
}

const maxFirstTries = 4
const restartDelay = { firstMs: 100, maxMs: 5_000 }

/**
 * Starts a PostgreSQL of our own in `dataDir`, which is created at the first start. A server that dies is started again,
 * with the same `url` (docs/decisions/0006).
 *
 * @throws CannotStart with a sentence for people
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const lock = await lockDataDir(dataDir)
    try {
      return await startLocked({ ...options, dataDir }, lock)
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (error) {
    if (error instanceof CannotStart) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotStart(`The embedded PostgreSQL could not start in DATA_DIR (${dataDir}): ${reason}`, {
      cause: error,
    })
  }
}

async function startLocked(options: EmbeddedPostgresOptions, lock: DataDirLock): Promise<EmbeddedPostgres> {
  const { dataDir, logger, names = defaultNames } = options
  const folder = join(dataDir, 'postgres')
  const user = await processUser(folder)
  const files = await serverFiles(user, names.programs)
  if (await isMissing(folder)) await createCluster({ dataDir, user, files, superuser: names.superuser })
  else await endOrphan(folder, logger)
  const password = await readPassword(dataDir)
  const listening = await chooseListening(folder)
  const log = await openServerLog(dataDir, user)
  const settings = { ...serverSettings, ...listeningSettings(listening), ...options.settings }
  const supervisor = await supervise({ program: files.postgres, folder, user, settings, log }, logger)
  const stop = async () => {
    await supervisor.stop()
    await log.close()
  }
  try {
    const servingPassword = await ensureServingPassword(dataDir)
    const owner = { ...listening, username: names.superuser, password }
    await updateServingRole(owner, names.servingRole, servingPassword)
    return {
      url: buildUrl(listening, names.superuser, password),
      servingUrl: buildUrl(listening, names.servingRole, servingPassword),
      stop: async () => {
        await stop()
        await lock.release()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The server of the backend that runs on `dataDir`; null where none runs. */
export async function findEmbeddedPostgres({
  dataDir,
  names = defaultNames,
}: EmbeddedPlace): Promise<EmbeddedUrls | null> {
  if ((await lockHolder(dataDir)) === null) return null
  const listening = await readListening(join(dataDir, 'postgres'))
  const url = buildUrl(listening, names.superuser, await readPassword(dataDir))
  const servingPassword = await readServingPassword(dataDir)
  return { url, servingUrl: servingPassword ? buildUrl(listening, names.servingRole, servingPassword) : url }
}

/** Also creates the role, which clusters of earlier releases lack. The migration grants it rights to tables. */
async function updateServingRole(
  owner: Options<Record<string, never>>,
  servingRole: string,
  password: string,
): Promise<void> {
  const sql = postgres({ ...owner, database: 'postgres', max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${servingRole}') then create role ${servingRole}; end if;
      end $$;
      alter role ${servingRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
        password '${password}';
      revoke create, temporary on database postgres from public;
      revoke create on schema public from public;`)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function isMissing(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null)
  if (found && process.getuid && process.getuid() !== 0 && found.uid !== process.getuid())
    throw new CannotStart(
      `${folder} belongs to another user of this machine (number ${found.uid}), so PostgreSQL cannot use it. ` +
        'Start as the user who did before (perhaps root), or set another DATA_DIR.',
    )
  return found === null
}

/** Runs one server until it is stopped. */
async function supervise(place: PostmasterPlace, logger: Logger): Promise<{ stop(): Promise<void> }> {
  let stopping = false
  let server: Postmaster = await startWithin(maxFirstTries)
  const watched = watch().catch((error: unknown) => logger.debug({ err: error }, 'PostgreSQL is no longer watched'))

  async function startWithin(maxTries: number): Promise<Postmaster> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await startPostmaster(place)
      } catch (error) {
        if (tries >= maxTries || stopping) throw error
        const ms = Math.min(restartDelay.firstMs * 2 ** tries, restartDelay.maxMs)
        logger.warn({ err: error, ms }, 'PostgreSQL did not start; trying again')
        await wait(ms)
        await endOrphan(place.folder, logger)
      }
    }
  }

  async function watch(): Promise<void> {
    for (;;) {
      const why = await server.ended
      if (stopping) return
      logger.error({ why, said: (await place.log.recent()).slice(-2_000) }, 'PostgreSQL ended; starting it again')
      await wait(restartDelay.firstMs)
      await endOrphan(place.folder, logger)
      server = await startWithin(Number.POSITIVE_INFINITY)
      if (stopping) return server.stop()
      logger.info('PostgreSQL runs again')
    }
  }

  return {
    stop: async () => {
      stopping = true
      await server.stop()
      await watched
    },
  }
}

/** The server listens on a socket in its data folder, which no other user may enter, or on loopback. */
interface Listening {
  /** The folder of the socket, or the address of loopback. */
  readonly host: string
  readonly port: number
}

const loopback = '127.0.0.1'
const socketPort = 5432
const socketName = `.s.PGSQL.${socketPort}`
/** The bytes of a path that fit into a socket's address on every system. */
const maxSocketPathLength = 103

async function chooseListening(folder: string): Promise<Listening> {
  const path = join(folder, socketName)
  if (process.platform !== 'win32' && Buffer.byteLength(path) <= maxSocketPathLength)
    return { host: folder, port: socketPort }
  return { host: loopback, port: await getPort({ host: loopback }) }
}

function listeningSettings({ host, port }: Listening): Record<string, string> {
  return host === loopback
    ? { listen_addresses: host, unix_socket_directories: '', port: String(port) }
    : { listen_addresses: '', unix_socket_directories: '.', unix_socket_permissions: '0700', port: String(port) }
}

function buildUrl({ host, port }: Listening, role: string, password: string): string {
  return host === loopback
    ? `postgres://${role}:${password}@${host}:${port}/postgres`
    : `postgres://${role}:${password}@localhost/postgres?host=${encodeURIComponent(host)}`
}

/** Reads from the server's pid file where the server of another process listens. */
async function readListening(folder: string): Promise<Listening> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  return lines[4] === '.' ? { host: folder, port: socketPort } : { host: loopback, port: Number(lines[3]) }
}
