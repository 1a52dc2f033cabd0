import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from '@ultimate/event-store/connect.ts'
import { connectionThroughProxy } from '@ultimate/event-store/fixtures/connection.fixture.ts'
import { type TestDatabase, testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { migrationLock } from '@ultimate/event-store/migrate.ts'
import getPort from 'get-port'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { demoSlots } from './dinner/demo-slots.ts'
import { demoPictures } from './staff/photos/demo-pictures.ts'
import { copyFirstStart, type FirstStart } from './test/test-data-dir.ts'
import { type BackendProcess, ended, launchBackend, startWithinMs, waitForAddress } from './test/test-process.ts'
import { demoTeams } from './tournament/demo.ts'

let dataDir: string
let children: ChildProcess[] = []
let databases: TestDatabase[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'backend-'))
})

afterEach(async () => {
  for (const child of children) await ended(child, 'SIGTERM')
  for (const database of databases) await database.drop()
  children = []
  databases = []
  await rm(dataDir, { recursive: true, force: true })
})

function launch(settings: Record<string, string> = {}): BackendProcess {
  const backend = launchBackend({ DATA_DIR: dataDir, ...settings })
  children.push(backend.child)
  return backend
}

async function started(settings: Record<string, string> = {}): Promise<BackendProcess & { url: string }> {
  const backend = launch(settings)
  return { ...backend, url: await waitForAddress(backend) }
}

/** Copies the result of a first start into DATA_DIR. */
const startedBefore = (first: FirstStart = 'first-td') => copyFirstStart(inject('firstStarts'), first, dataDir)

async function externalDatabase(): Promise<TestDatabase> {
  const database = await testDatabase()
  databases.push(database)
  return database
}

async function readTeams(url: string): Promise<unknown[]> {
  const { teams } = (await (await fetch(`${url}/api/registered-teams`)).json()) as { teams: unknown[] }
  return teams
}

const readStatus = async (url: string) => (await fetch(url)).status

it('serves from an empty folder, keeps secret and mails there and says so, and leaves with 0 at SIGTERM', async () => {
  const { child, url, printed } = await started()
  expect(await readStatus(`${url}/healthz`)).toBe(200)
  expect(await readStatus(`${url}/readyz`)).toBe(200)
  expect((await stat(join(dataDir, 'auth-secret'))).mode & 0o777).toBe(0o600)
  expect(await ended(child, 'SIGTERM')).toBe(0)
  expect(printed()).not.toMatch(/"level":[456]0/)
  expect(printed()).toContain(
    'Visitors still see placeholders: the contact address (turkey@ultimate.example), the merchandise partner (https://merch.ultimate.example/).',
  )
  expect(printed()).toContain(`Mails are not sent because SMTP_URL is not set: they are written to ${dataDir}/outbox.`)
  expect(await readdir(dataDir)).not.toContain('backend.lock')
})

it('answers the request in hand before it leaves, and has warned of a proxy whose word it does not take', async () => {
  await startedBefore()
  const { child, url, printed } = await started({ SITE_URL: 'https://ultimate.example' })
  const body = JSON.stringify({ username: 'td', password: 'wishbone and gravy' })
  const login = request(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  })
  login.flushHeaders()
  await once(login, 'continue')
  child.kill('SIGTERM')
  await vi.waitFor(() => expect(printed()).toContain('"stopping"'), { timeout: 20_000, interval: 10 })
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow(), { timeout: 20_000, interval: 10 })
  login.end(body)
  const [answer] = (await once(login, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  expect(JSON.parse(await text(answer))).toMatchObject({ user: { username: 'td' } })
  expect(await ended(child)).toBe(0)
  expect(printed().match(/^.*TRUST_PROXY is off.*$/gm)).toHaveLength(1)
})

it('starts, works, and leaves with 0 when no one reads what it prints', async () => {
  await startedBefore()
  const port = await getPort({ host: '127.0.0.1' })
  const { child } = launch({ PORT: String(port) })
  child.stdout?.destroy()
  child.stderr?.destroy()
  const isReady = async () => expect(await readStatus(`http://127.0.0.1:${port}/readyz`)).toBe(200)
  await vi.waitFor(isReady, { timeout: startWithinMs, interval: 50 })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('ends live streams instead of waiting for them', async () => {
  await startedBefore()
  const { child, url } = await started()
  const stream = await fetch(`${url}/api/live?topics=teams`)
  const reader = stream.body?.getReader()
  await reader?.read()
  child.kill('SIGTERM')
  const rest = async () => {
    while (!(await reader?.read())?.done);
    return 'ended'
  }
  expect(await rest()).toBe('ended')
  expect(await ended(child)).toBe(0)
})

it('says at SIGTERM that it is closing while it still answers, and shows its measurements on a port of their own', async () => {
  const metricsPort = String(await getPort({ host: '127.0.0.1' }))
  const database = await externalDatabase()
  const { child, url } = await started({ DATABASE_URL: database.url, DRAIN_SECONDS: '600', METRICS_PORT: metricsPort })
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('events_appended_total')])
  expect(await readStatus(`http://127.0.0.1:${metricsPort}/`)).toBe(404)
  expect(await readStatus(`${url}/metrics`)).toBe(404)
  child.kill('SIGTERM')
  const ready = await vi.waitFor(
    async () => {
      const answer = await fetch(`${url}/readyz`)
      expect(answer.status).toBe(503)
      return answer
    },
    { timeout: startWithinMs, interval: 5 },
  )
  expect(await ready.json()).toEqual({ status: 'not ready', missing: 'closing' })
  expect(await readTeams(url)).toEqual([])
  await ended(child, 'SIGKILL')
})

it('answers from the first moment, and says what is missing until it is ready', async () => {
  const database = await externalDatabase()
  // The lock stands for another backend that is migrating.
  const busy = connect(database.url, { max: 1 })
  await busy`select pg_advisory_lock(${migrationLock})`
  const port = String(await getPort({ host: '127.0.0.1' }))
  const url = `http://127.0.0.1:${port}`
  const backend = launch({ DATABASE_URL: database.url, PORT: port })
  const missing = async () => ((await (await fetch(`${url}/readyz`)).json()) as { missing?: string }).missing
  await vi.waitFor(async () => expect(await missing()).toBe('read models are being brought up to date'), {
    timeout: startWithinMs,
    interval: 20,
  })
  expect(await readStatus(`${url}/healthz`)).toBe(200)
  const [call, page] = await Promise.all([fetch(`${url}/api/registered-teams`), fetch(url)])
  expect([call.status, call.headers.get('retry-after'), await call.json()]).toEqual([
    503,
    '2',
    expect.objectContaining({ code: 'UNAVAILABLE' }),
  ])
  expect([page.status, page.headers.get('refresh'), await page.text()]).toEqual([
    503,
    '2',
    expect.stringContaining('starting'),
  ])
  await busy.end()
  expect(await waitForAddress(backend)).toBe(`http://localhost:${port}`)
  expect(await readStatus(`${url}/readyz`)).toBe(200)

  await database.sql`update read_model_definitions set version = 0 where "table" = 'teams'`
  await vi.waitFor(async () => expect(await missing()).toBe('read models are those of another release: teams'), {
    timeout: startWithinMs,
    interval: 20,
  })
})

it('goes on with the same data after it was killed', async () => {
  const first = await started({ SEED: 'demo' })
  const teams = await readTeams(first.url)
  await ended(first.child, 'SIGKILL')
  const second = await started({ SEED: 'demo' })
  expect(await readTeams(second.url)).toEqual(teams)
  expect(teams.length).toBeGreaterThanOrEqual(36)
})

it('answers 503 while the database is away, recovers with it, and leaves with 0 also without it', async () => {
  const connection = await connectionThroughProxy((await externalDatabase()).url)
  const { child, url } = await started({ DATABASE_URL: connection.url })
  await connection.cut()
  await vi.waitFor(async () => expect(await readStatus(`${url}/readyz`)).toBe(503), { timeout: 20_000 })
  const refused = await fetch(`${url}/api/registered-teams`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await readStatus(`${url}/healthz`)).toBe(200)

  await connection.mend()
  await vi.waitFor(async () => expect(await readStatus(`${url}/readyz`)).toBe(200), { timeout: 20_000 })
  expect(await readStatus(`${url}/api/registered-teams`)).toBe(200)

  await connection.cut()
  await vi.waitFor(async () => expect(await readStatus(`${url}/readyz`)).toBe(503), { timeout: 20_000 })
  expect(await ended(child, 'SIGTERM')).toBe(0)
})

it('uses the database of DATABASE_URL and runs none of its own; several backends may share it', async () => {
  const { sql, serving, url: DATABASE_OWNER_URL } = await externalDatabase()
  const settings = { DATABASE_URL: serving.url, DATABASE_OWNER_URL }
  const both = await Promise.all([started(settings), started(settings)])
  for (const { url } of both) expect(await readStatus(`${url}/readyz`)).toBe(200)
  expect(await sql`select type from events`).toEqual([{ type: 'UserAdded' }])
  expect(await readdir(dataDir)).not.toContain('postgres')
  const roles = await sql`
    select distinct usename::text as name from pg_stat_activity
    where datname = current_database() and application_name = 'ultimate-backend'`
  expect([...roles]).toEqual([{ name: serving.role }])
  for (const { child, printed } of both) {
    expect(await ended(child, 'SIGTERM')).toBe(0)
    expect(printed()).not.toContain('DATABASE_OWNER_URL')
  }
})

it('fills an empty database with the demonstration once, also where two backends start there at once, and says where it did nothing', async () => {
  const { url: DATABASE_URL, sql } = await externalDatabase()
  const settings = { DATABASE_URL, SEED: 'demo' }
  const all = await Promise.all([1, 2].map((one) => started({ ...settings, DATA_DIR: join(dataDir, `${one}`) })))
  const added = await sql`
    select type, count(*)::int from events
    where type in ('TeamRegistered', 'SlotAdded', 'PhotoAdded', 'UserAdded') group by 1`
  const counts = Object.fromEntries(added.map(({ type, count }) => [type, count]))
  const wanted = { TeamRegistered: demoTeams.length, SlotAdded: demoSlots.length, PhotoAdded: demoPictures.length }
  expect(counts).toEqual({ ...wanted, UserAdded: 3 })
  const printed = all.map(({ printed }) => /SEED=demo.*/.exec(printed())?.[0] ?? '').toSorted()
  expect(printed).toEqual(['', 'SEED=demo did nothing: the demonstration is in the database already.'])
})

it('makes itself a role that serves where one role is given that owns the tables, and serves as no other', async () => {
  const { url: DATABASE_URL, sql } = await externalDatabase()
  const { child, url, printed } = await started({ DATABASE_URL })
  expect(await readStatus(`${url}/readyz`)).toBe(200)
  const sessions = await sql`
    select distinct rolsuper, pg_has_role(rolname, relowner, 'usage') as owns,
      has_table_privilege(rolname, 'events', 'update, delete, truncate') as changes
    from pg_stat_activity join pg_roles on rolname = usename, pg_class
    where datname = current_database() and application_name = 'ultimate-backend' and pg_class.oid = 'events'::regclass`
  expect([...sessions]).toEqual([{ rolsuper: false, owns: false, changes: false }])
  expect(await ended(child, 'SIGTERM')).toBe(0)
  const warnings = printed()
    .split('\n')
    .filter((line) => line.includes('"level":40'))
    .map((line) => JSON.parse(line).msg)
  expect(warnings).toEqual([])
})

it('leaves with 1 and one message, without a stack, where a setting is wrong', async () => {
  const { child, printed } = launch({ PORT: 'many', SEED: 'all' })
  expect(await ended(child)).toBe(1)
  expect(printed()).toBe(
    'The settings cannot be used:\n  PORT has to be a whole number from 0 to 65535 (0 takes any free port)\n  SEED can only be demo\n',
  )
})

it('says which port is taken, and leaves its database in order', async () => {
  await startedBefore()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { child, printed } = launch({ PORT: port })
  expect(await ended(child)).toBe(1)
  expect(printed()).toBe(`PORT ${port} is taken by another program. Stop that one, or set another PORT.\n`)
  other.close()
  expect(await readdir(dataDir)).not.toContain('backend.lock')
})

it('ends what it had started when the signal comes during the start', async () => {
  const { child } = launch()
  await vi.waitFor(async () => expect(await readdir(dataDir)).toContain('postgres.partial'), {
    timeout: startWithinMs,
    interval: 5,
  })
  expect(await ended(child, 'SIGTERM')).toBe(0)
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
})
