import type { KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createLogger } from '@ultimate/backend/platform/logging.ts'
import { teams } from '@ultimate/backend/tournament/read/teams/teams.view.ts'
import { startEmbeddedPostgres } from '@ultimate/embedded-postgres/embedded-postgres.ts'
import { connect } from '@ultimate/event-store/connect.ts'
import { migrate } from '@ultimate/event-store/migrate.ts'
import { encode } from '@ultimate/event-store/personal-data/event-codec.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { createRegistry, type StoredModule } from '@ultimate/event-store/registry.ts'
import { tournamentEvents } from '@ultimate/events/tournament/events.ts'
import type { Sql } from 'postgres'
import type { Row } from './table.ts'

export const registration: StoredModule = {
  name: 'tournament',
  events: tournamentEvents,
  categories: ['team'],
  readModels: [teams],
}

/** Rebuilding the list of teams, personal data and all, from 100,000 and from 1,000,000 events. */
export async function measureRebuild(sizes: readonly number[] = [100_000, 1_000_000]): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ultimate-bench-'))
  const server = await startEmbeddedPostgres({ dataDir, logger: createLogger('silent') })
  const sql = connect(server.url) as Sql
  try {
    await migrate(sql, [registration])
    const rates: number[] = []
    let stored = 0
    for (const size of sizes) {
      await fill(sql, stored, size)
      stored = size
      rates.push(await rate(sql))
    }
    const [first = 0] = rates
    return sizes.map((size, index) => ({
      what: `rebuild of ${size.toLocaleString('en')} events`,
      unit: 'events/s',
      ours: rates[index] ?? 0,
      against: `${sizes[0]?.toLocaleString('en')} events`,
      theirs: first,
      ratio: (rates[index] ?? 0) / first,
      aim: '≥ 0.9 and ≥ 100,000/s',
    }))
  } finally {
    await sql.end({ timeout: 5 })
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Two runs first: one to have live tables, one to warm up. */
async function rate(sql: Sql): Promise<number> {
  await rebuild({ sql, modules: [registration], apply: true })
  const { events, seconds, differences } = await rebuild({ sql, modules: [registration], apply: true })
  if (differences.length > 0) throw new Error('The rebuilt teams differ from the live ones')
  return events / seconds
}

const eventsPerTeam = ['TeamRegistered', 'TeamConfirmed', 'TeamMarkedPaid', 'TeamMarkedUnpaid', 'TeamMarkedPaid']
/** So many teams register before the first of them is confirmed: streams lie interleaved in the log. */
const together = 1_000

/** Straight into the tables, in the form in which the store itself writes. */
export async function fill(sql: Sql, from: number, to: number): Promise<void> {
  const events = await sql.unsafe('copy events from stdin').writable()
  const keys: [string, KeyObject][] = []
  await pipeline(Readable.from(eventLines(from, to, keys)), chunks, events)
  const people = await sql.unsafe('copy person_keys from stdin').writable()
  const lines = keys.map(([subject, key]) => `${subject}\t\\\\x${key.export().toString('hex')}\n`)
  await pipeline(Readable.from(lines), chunks, people)
  await sql.unsafe('vacuum analyze events')
  await sql.unsafe('vacuum analyze person_keys')
}

async function* chunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const line of lines) {
    chunk += line
    if (chunk.length < 64 * 1024) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

function* eventLines(from: number, to: number, keys: [string, KeyObject][]): Generator<string> {
  const registry = createRegistry([registration])
  const at = new Date().toISOString()
  for (let position = from; position < to; position++) {
    const block = Math.floor(position / (together * eventsPerTeam.length))
    const inBlock = position % (together * eventsPerTeam.length)
    const version = Math.floor(inBlock / together) + 1
    const team = block * together + (inBlock % together)
    const stream = `team-${String(team).padStart(8, '0')}-0000-4000-8000-000000000000`
    const type = eventsPerTeam[version - 1] ?? ''
    const { encoded, created } = encode(registry, stream, [{ type, data: dataOf(type, team) }], new Map())
    keys.push(...created)
    const schemaVersion = encoded[0]?.schemaVersion
    const data = (encoded[0]?.stored ?? '').replaceAll('\\', '\\\\')
    const identity = ['visitor', `visitor-${team}`, '\\N', '\\N', `correlation-${position}`, `correlation-${position}`]
    yield `${[position + 1, stream, version, 'team', type, schemaVersion, data, ...identity, '2025', at, '\\N'].join('\t')}\n`
  }
}

function dataOf(type: string, team: number): Record<string, unknown> {
  if (type !== 'TeamRegistered') return {}
  const person = (role: string) => ({
    name: `${role} ${team}`,
    email: `${role}-${team}@example.org`,
    phone: '256 555 0100',
  })
  return {
    teamName: `Team ${team}`,
    pastTeamNames: '',
    location: 'Huntsville, AL',
    division: team % 2 ? 'comp' : 'rec',
    captain: { ...person('captain'), comments: 'See you there.' },
    alternate: team % 2 ? person('alternate') : null,
    awaitsConfirmation: false,
  }
}
