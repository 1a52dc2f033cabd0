import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@ultimate/backend/platform/clock.ts'
import { createLogger } from '@ultimate/backend/platform/logging.ts'
import { logSigner, sealLog, storedModules } from '@ultimate/backend/platform/store.ts'
import { startEmbeddedPostgres } from '@ultimate/embedded-postgres/embedded-postgres.ts'
import { connect } from '@ultimate/event-store/connect.ts'
import { createEventStore, type EventStore } from '@ultimate/event-store/event-store.ts'
import { migrate } from '@ultimate/event-store/migrate.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { openSession } from '@ultimate/event-store/session.ts'
import { type RegisterTeam, registerTeamDecider } from '@ultimate/events/tournament/bid.ts'
import { checkLog } from '@ultimate/transparency-log/transparency-log.ts'
import type { Sql } from 'postgres'
import { fill, logs } from './logs.ts'
import type { Row } from './table.ts'

const logKey = 'c2VhbHMgbm90aGluZyBidXQgdGhpcyBiZW5jaG1hcms'
const log = logs.manyTeams
const modules = storedModules([log.module])

/** What a long log costs: sealing and verifying it, forgetting a person, and a rebuild while commands go on. */
export async function measureRecord(size = 1_000_000): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ultimate-bench-'))
  const server = await startEmbeddedPostgres({ dataDir, logger: createLogger('silent') })
  const sql = connect(server.url, { max: 16 }) as Sql
  const open = () => createEventStore({ sql, modules, edition: () => '2025', clock: systemClock, createError: Error })
  const plain = open()
  try {
    await migrate(sql, modules)
    await fill(sql, log, 0, size)
    await rebuild({ sql, modules, apply: true })
    const follower = open()
    const rows = [await sealAll(sql, follower, size), await measureVerify(sql, size)]
    await follower.close()
    rows.push(await measureAppends(sql, plain, open))
    const sealing = open()
    sealLog(sealing, { sql, logKey, clock: systemClock })
    rows.push(...(await measureForgetting(sql, plain, size)), await measureRebuildBeside(sql, plain))
    await sealing.close()
    console.log(`Load of the machine during it: ${loadavg()[0]?.toFixed(1)}`)
    return rows
  } finally {
    await plain.close()
    await sql.end({ timeout: 5 })
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const secondsSince = (start: number) => (performance.now() - start) / 1000
const withRatio = (row: Omit<Row, 'ratio'>): Row => ({ ...row, ratio: row.ours / row.theirs })

async function sealAll(sql: Sql, store: EventStore, size: number): Promise<Row> {
  const started = performance.now()
  sealLog(store, { sql, logKey, clock: systemClock })
  await allSealed(sql)
  return withRatio({
    what: `sealing ${size.toLocaleString('en')} events`,
    unit: 'events/min',
    ours: (size / secondsSince(started)) * 60,
    against: 'aim',
    theirs: 1_000_000,
    aim: '≥ 1',
  })
}

/** Resolves once all events are sealed. */
export async function allSealed(sql: Sql): Promise<void> {
  for (;;) {
    const [left] = await sql<[{ events: string }]>`
      select count(*)::text as events from events where position > (select position from merkle_tree)`
    if (left.events === '0') return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function measureVerify(sql: Sql, size: number): Promise<Row> {
  const { verifierKey } = logSigner(logKey)
  const session = openSession(sql)
  const started = performance.now()
  const check = await session.transaction('begin isolation level repeatable read read only', (tx) =>
    checkLog({ tx, verifierKey }),
  )
  await session.close()
  if (check.findings.length > 0 || check.events !== size)
    throw new Error('The log that was filled has findings or lacks events')
  const perMinute = (size / secondsSince(started)) * 60
  return withRatio({
    what: `verify of ${size.toLocaleString('en')} events`,
    unit: 'events/min',
    ours: perMinute,
    against: 'aim',
    theirs: 1_000_000,
    aim: '≥ 1',
  })
}

const context = () => ({
  actor: { kind: 'visitor', id: 'visitor-bench', name: null, role: null } as const,
  correlationId: randomUUID(),
  causationId: randomUUID(),
  now: new Date(),
  happenedAt: null,
  idempotency: null,
})

function register(store: EventStore) {
  const data: RegisterTeam['data'] = {
    teamName: `Team ${randomUUID()}`,
    pastTeamNames: '',
    location: 'Huntsville, AL',
    division: 'rec',
    captainName: 'Becky Thatcher',
    captainEmail: `${randomUUID()}@example.org`,
    captainPhone: '256 555 0100',
    comments: '',
    altCaptainName: '',
    altCaptainEmail: '',
    altCaptainPhone: '',
    awaitsConfirmation: false,
  }
  const command: RegisterTeam = { type: 'RegisterTeam', data, metadata: { now: new Date() } }
  return store.commands.handle(registerTeamDecider, { stream: `team-${randomUUID()}`, command }, context())
}

/** Returns registrations per second, of `together` clients at once. */
async function measureRegistrations(store: EventStore, count = 3_000, together = 16): Promise<number> {
  const started = performance.now()
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let turn = 0; turn < count / together; turn++) await register(store)
    }),
  )
  return count / secondsSince(started)
}

async function openFollower(open: () => EventStore): Promise<EventStore> {
  const store = open()
  await store.log.subscribe(() => {})
  return store
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

/** Compares a store that follows the log and seals it with one that only follows, in turns, on the same machine. */
async function measureAppends(sql: Sql, plain: EventStore, open: () => EventStore): Promise<Row> {
  const rates = { sealed: [] as number[], unsealed: [] as number[] }
  await measureRegistrations(plain)
  for (let turn = 0; turn < 9; turn++) {
    const sealing = await openFollower(open)
    sealLog(sealing, { sql, logKey, clock: systemClock })
    // Events of the last turn are sealed before this turn is measured.
    await allSealed(sql)
    rates.sealed.push(await measureRegistrations(plain))
    await sealing.close()
    const reading = await openFollower(open)
    rates.unsealed.push(await measureRegistrations(plain))
    await reading.close()
  }
  return withRatio({
    what: 'registrations while the log is sealed',
    unit: 'commands/s',
    ours: median(rates.sealed),
    against: 'unsealed',
    theirs: median(rates.unsealed),
    aim: '≥ 0.95',
  })
}

/** Registers teams one after another until `work` is done. Returns the milliseconds of each, at least 200 of them. */
async function registerBeside<T>(store: EventStore, work: Promise<T>): Promise<number[]> {
  const taken: number[] = []
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver || taken.length < 200) {
    const started = performance.now()
    await register(store)
    taken.push(performance.now() - started)
  }
  return taken
}

const p99 = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.99)] ?? 0

async function measureForgetting(sql: Sql, store: EventStore, size: number): Promise<Row[]> {
  const alone = await registerBeside(store, Promise.resolve())
  const started = performance.now()
  let seconds = 0
  const forget = async () => {
    const subjects = await store.people.find((text) => text === 'captain-7@example.org')
    if (subjects.length !== 1) throw new Error(`Found ${subjects.length} subjects of one captain`)
    await store.people.forget(subjects, await store.people.textsAbout(subjects))
    seconds = secondsSince(started)
  }
  const done = forget()
  const beside = await registerBeside(store, done)
  await done
  const [left] = await sql<{ name: string }[]>`select captain_name as name from teams where team_name = 'Team 7'`
  if (left?.name === 'captain 7') throw new Error('The captain is still there')
  return [
    withRatio({
      what: `forgetting one person of ${size.toLocaleString('en')} events`,
      unit: 's',
      ours: seconds,
      against: 'aim',
      theirs: 60,
      aim: '≤ 1',
    }),
    withRatio({
      what: 'p99 of a registration beside it',
      unit: 'ms',
      ours: p99(beside),
      against: 'alone',
      theirs: p99(alone),
      aim: 'none',
    }),
  ]
}

/** Rebuilds while teams register and the log is sealed, against a rebuild at rest. */
async function measureRebuildBeside(sql: Sql, store: EventStore): Promise<Row> {
  const quiet = await rebuild({ sql, modules, apply: false })
  const running = rebuild({ sql, modules, apply: false })
  await registerBeside(store, running)
  const busy = await running
  if (busy.differences.length > 0) throw new Error('The rebuilt teams differ from the live ones')
  return withRatio({
    what: 'rebuild beside registrations that are sealed',
    unit: 'events/s',
    ours: busy.events / busy.seconds,
    against: 'at rest',
    theirs: quiet.events / quiet.seconds,
    aim: '≥ 0.5',
  })
}
