import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { processIdentity } from './data-dir-lock.ts'
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const logger = pino({ level: 'silent' })
/** A folder with a database that was made and stopped. */
let template: string
let dataDir: string
let running: EmbeddedPostgres[] = []
let children: ChildProcess[] = []

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'embedded-'))
  await stop(await start(template))
})
afterAll(() => rm(template, { recursive: true }))

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-'))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  for (const server of running) await server.stop()
  running = []
  children = []
  // The server of a child that was killed ends without help, and may still write until then.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 })
})

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, logger })
  running.push(server)
  return server
}

/** Copies a database that was started before: that takes a fraction of the work of `initdb`. */
async function startedBefore(): Promise<void> {
  // Keeps the owners of the files, since PostgreSQL runs as another user where this process is root's.
  if (process.platform === 'win32') await cp(template, dataDir, { recursive: true })
  else await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir])
}

async function stop(server: EmbeddedPostgres): Promise<void> {
  running = running.filter((other) => other !== server)
  await server.stop()
}

async function ask<Row>(url: string, query: string): Promise<Row[]> {
  const { hostname, port, username, password, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const sql = postgres({ host, port: Number(port || 5432), database: 'postgres', username, password, max: 1 })
  try {
    return [...(await sql.unsafe<Row[] & Record<string, unknown>[]>(query))] as Row[]
  } finally {
    await sql.end()
  }
}

async function serverPid(folder = dataDir): Promise<number> {
  return Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** A process of its own that runs the database, as a backend would. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'keep-running.fixture.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  return { child, url: String(line).trim() }
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

it('makes a UTF-8 database in an empty folder, for a caller of any language', async () => {
  vi.stubEnv('LANG', 'C')
  vi.stubEnv('LC_ALL', 'POSIX')
  const { url } = await start()
  const [row] = await ask(url, `select current_setting('server_encoding') as encoding, lower('ÆRØ 🥧') as text`)
  expect(row).toEqual({ encoding: 'UTF8', text: 'ærø 🥧' })
})

it('keeps its data over a stop and a start, at the same address', async () => {
  await startedBefore()
  const first = await start()
  await ask(first.url, 'create table pies as select 7 as number')
  await stop(first)
  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await ask(second.url, 'select number from pies')).toEqual([{ number: 7 }])
})

const readRole = async (url: string) =>
  (
    await ask<{ name: string; rules: boolean; creates: boolean }>(
      url,
      `select current_user::text as name, rolsuper as rules, has_schema_privilege('public', 'create') or
        has_database_privilege(current_database(), 'create, temporary') as creates
      from pg_roles where rolname = current_user`,
    )
  )[0]

it('lends itself to a role that serves, which is no superuser and may create nothing, not even for a moment', async () => {
  const { url, servingUrl } = await start()
  expect(await readRole(url)).toEqual({ name: 'postgres', rules: true, creates: true })
  expect(await readRole(servingUrl)).toEqual({ name: 'serving', rules: false, creates: false })
  expect((await stat(join(dataDir, 'database-serving-password'))).mode & 0o777).toBe(0o600)
  expect((await findEmbeddedPostgres({ dataDir }))?.servingUrl).toBe(servingUrl)
})

it('makes that role in the data folder of an earlier release, and gives it another password where its own is lost', async () => {
  await startedBefore()
  const first = await start()
  await ask(first.url, 'create table pies as select 7 as number')
  await ask(first.url, 'drop role serving')
  await stop(first)
  await rm(join(dataDir, 'database-serving-password'))

  const second = await start()
  await ask(second.url, 'grant select on pies to serving')
  expect(await ask(second.servingUrl, 'select number from pies')).toEqual([{ number: 7 }])
  await stop(second)
  await rm(join(dataDir, 'database-serving-password'))

  const third = await start()
  expect(third.servingUrl).not.toBe(second.servingUrl)
  expect(await ask(third.servingUrl, 'select number from pies')).toEqual([{ number: 7 }])
})

it('refuses a wrong password and no password', async () => {
  await startedBefore()
  const { url } = await start()
  for (const password of ['postgres', '']) {
    const wrong = new URL(url)
    wrong.password = password
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password/)
  }
})

it('listens on a socket in a folder that no other user may enter, and on no network', async () => {
  await startedBefore()
  const { url } = await start()
  expect(await ask(url, `select current_setting('listen_addresses') as addresses`)).toEqual([{ addresses: '' }])
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, 'database-password'))).mode & 0o777).toBe(0o600)
})

it('listens on loopback, with a password, where the path is too long for a socket', async () => {
  const folder = join(dataDir, 'x'.repeat(120))
  const { url } = await start(folder)
  const { hostname, port } = new URL(url)
  expect(hostname).toBe('127.0.0.1')
  expect(await ask(url, `select current_setting('listen_addresses') as addresses`)).toEqual([
    { addresses: '127.0.0.1' },
  ])
  await expect(ask(`postgres://postgres:guess@127.0.0.1:${port}/postgres`, 'select 1')).rejects.toThrow(/password/)
})

it('runs in a private folder of root as another user, and else as the user who started it', async () => {
  await chmod(dataDir, 0o700)
  const { url } = await start()
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  const { uid } = await stat(join(dataDir, 'postgres'))
  const ours = process.getuid?.() ?? uid
  if (ours === 0) expect(uid).not.toBe(0)
  else expect(uid).toBe(ours)
  // The socket belongs to the user that the server runs as.
  expect((await stat(join(dataDir, 'postgres', '.s.PGSQL.5432'))).uid).toBe(uid)
})

/** The processes that another one has started and that still run. */
async function listChildren(pid: number): Promise<number[]> {
  const listed =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
      : (await promisify(execFile)('pgrep', ['-P', String(pid)])).stdout
  return listed.split(/\s+/).filter(Boolean).map(Number)
}

it('ends in order when the process that ran it is killed, and starts again with all data', async () => {
  await startedBefore()
  const { child, url } = await startElsewhere()
  await ask(url, 'create table pies as select 7 as number')
  const server = await serverPid()
  await killed(child)
  await vi.waitFor(async () => expect(await processIdentity(server)).toBeNull(), { timeout: 20_000, interval: 20 })
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')

  const again = await start()
  expect(await ask(again.url, 'select number from pies')).toEqual([{ number: 7 }])
})

it('is ended by the next start where nothing was left to end it', async () => {
  await startedBefore()
  const { child, url } = await startElsewhere()
  await ask(url, 'create table pies as select 7 as number')
  const orphan = await serverPid()
  for (const pid of await listChildren(child.pid ?? 0)) if (pid !== orphan) process.kill(pid, 'SIGKILL')
  await killed(child)
  expect(await processIdentity(orphan)).not.toBeNull()

  const again = await start()
  expect(await ask(again.url, 'select number from pies')).toEqual([{ number: 7 }])
  expect(await serverPid()).not.toBe(orphan)
})

it('starts again after the server and the process that ran it were both killed', async () => {
  await startedBefore()
  const { child, url } = await startElsewhere()
  await ask(url, 'create table pies as select 7 as number')
  const server = await serverPid()
  await killed(child)
  process.kill(server, 'SIGKILL')

  const again = await start()
  expect(await ask(again.url, 'select number from pies')).toEqual([{ number: 7 }])
})

it('is not kept from starting by a process that has inherited the number in a stale pid file', async () => {
  await startedBefore()
  const first = await start()
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n')
  const { uid, gid } = await stat(join(dataDir, 'postgres'))
  await stop(first)
  // Another user may not be allowed to enter the folder that this Node lies in.
  const bystander =
    process.getuid?.() === 0
      ? spawn('sleep', ['3600'], { stdio: 'ignore', uid, gid })
      : spawn(process.execPath, ['-e', 'setInterval(() => {}, 60000)'], { stdio: 'ignore' })
  children.push(bystander)
  await once(bystander, 'spawn')
  await writeFile(pidFile, [bystander.pid, ...rest].join('\n'), { mode: 0o600 })

  const { url } = await start()
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

it('begins anew where making the database was interrupted', async () => {
  await mkdir(join(dataDir, 'postgres.partial'))
  await writeFile(join(dataDir, 'postgres.partial', 'PG_VERSION'), '18\n')
  const { url } = await start()
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

it('refuses a folder that another process uses, and leaves that one in peace', async () => {
  await startedBefore()
  const { child, url } = await startElsewhere()
  await expect(start()).rejects.toThrow(
    `Another backend (process ${child.pid}) already runs on the data folder ${dataDir}. ` +
      'Stop it first, or give this one a DATA_DIR of its own.',
  )
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

it('says what is missing when the password of existing data is gone', async () => {
  await startedBefore()
  await stop(await start())
  await rm(join(dataDir, 'database-password'))
  await expect(start()).rejects.toThrow(/database-password cannot be read/)
})

it('brings the server back at the same address when it dies', async () => {
  await startedBefore()
  const { url } = await start()
  await ask(url, 'create table pies as select 7 as number')
  const before = await serverPid()
  process.kill(before, 'SIGKILL')
  const rows = await vi.waitFor(() => ask(url, 'select number from pies'), { timeout: 20_000, interval: 50 })
  expect(rows).toEqual([{ number: 7 }])
  expect(await serverPid()).not.toBe(before)
})

it('can be stopped while the server is down', async () => {
  await startedBefore()
  const server = await start()
  process.kill(await serverPid(), 'SIGKILL')
  await stop(server)
  const { url } = await start()
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})
