import { type ChildProcess, execFile } from 'node:child_process'
import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findEmbeddedPostgres } from '@ultimate/embedded-postgres/embedded-postgres.ts'
import { connect } from '@ultimate/event-store/connect.ts'
import { median } from '../load.ts'
import type { Row } from '../table.ts'
import {
  director,
  makeDataFolder,
  peakMemory,
  runCommand,
  startBackend,
  stopBackend,
  untilReady,
} from './data-folder.ts'
import { longStream, type Shape } from './history.ts'

const small = 10_000
const big = 1_000_000
const calls = 5

/** What the questions are about; found in the log. */
interface Subjects {
  readonly team: string
  readonly undone: number
  readonly evening: string
}

/** A backend on a copy of a data folder, as a signed-in director asks it. */
interface Site {
  readonly dataDir: string
  readonly events: number
  readonly child: ChildProcess
  readonly subjects: Subjects
  readonly ask: (method: string, path: string) => Promise<Response>
}

/**
 * A site with a million events against one with 10,000, once spread over many streams and once in long ones. The folder
 * `SCALE_DATA` stores what they start on, which takes minutes to make.
 */
export async function measureScale(shapes: readonly Shape[] = ['spread', 'long'], size = big): Promise<Row[]> {
  const rows: Row[] = []
  for (const shape of shapes) {
    const stored = [await dataFolder(shape, small), await dataFolder(shape, size)] as const
    const copies = [await copyOf(stored[0]), await copyOf(stored[1])] as const
    try {
      rows.push(...(await measureShape(shape, copies, [small, size])))
    } finally {
      for (const copy of copies) await rm(copy, { recursive: true, force: true })
      if (!process.env['SCALE_DATA']) for (const folder of stored) await rm(folder, { recursive: true, force: true })
    }
  }
  return rows
}

async function dataFolder(shape: Shape, events: number): Promise<string> {
  const store = process.env['SCALE_DATA'] ?? (await mkdtemp(join(tmpdir(), 'ultimate-scale-')))
  const folder = join(store, `${shape}-${events}`)
  const isThere = await stat(folder).catch(() => null)
  if (!isThere) await makeDataFolder(folder, { events, shape })
  return folder
}

/** Keeps the owners of the files, since PostgreSQL runs as another user where this process is root's. */
async function copyOf(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'ultimate-bench-'))
  if (process.platform === 'win32') await cp(folder, copy, { recursive: true })
  else await promisify(execFile)('cp', ['-a', `${folder}/.`, copy])
  return copy
}

type Pair<Value> = readonly [Value, Value]

async function measureShape(shape: Shape, folders: Pair<string>, sizes: Pair<number>): Promise<Row[]> {
  const rows: Row[] = []
  const add = (what: string, unit: string, [theirs, ours]: Pair<number>, aim: string) =>
    rows.push({ what: `${what}, ${shape}`, unit, ours, theirs, ratio: ours / theirs, aim, against: '10,000 events' })

  add('start', 's', await inTurn(folders, secondsToStart), grown)
  const sites = [await open(folders[0], sizes[0]), await open(folders[1], sizes[1])] as const
  try {
    for (const [what, method, path] of questions) {
      const answered = await inTurn(sites, (site) => millisecondsOf(site, method, path(site.subjects)))
      add(what, 'ms', answered, grown)
    }
    for (const [what, words] of [
      ['search with a hit', 'Wishbones 25-3'],
      ['search without a hit', 'no such words anywhere'],
    ] as const) {
      const [base, full] = [await search(sites[0], words), await search(sites[1], words)]
      add(`audit ${what}, slowest page`, 'ms', [base.slowest, full.slowest], '≤ 2,000 ms')
      add(`audit ${what}, all pages`, 'µs/event', [perEvent(sites[0], base.ms), perEvent(sites[1], full.ms)], grown)
    }
    const exported = [await exportAll(sites[0]), await exportAll(sites[1])] as const
    add('audit export', 'µs/line', [exported[0].perLine, exported[1].perLine], grown)
    const peaks = [await peakMemory(sites[0].child.pid), await peakMemory(sites[1].child.pid)] as const
    add('memory of the backend while it serves', 'MB', peaks, '≤ 400 MB')
    add('disk', 'bytes/event', [await bytesPerEvent(sites[0]), await bytesPerEvent(sites[1])], 'none')
  } finally {
    for (const { child } of sites) await stopBackend(child)
  }
  for (const command of ['verify', 'replay'] as const) {
    const [base, full] = [await runCommand(folders[0], command), await runCommand(folders[1], command)]
    const rate = (seconds: number, events: number) => events / seconds
    const aim = command === 'replay' ? '≥ 50,000 events/s' : 'none'
    add(`npm run ${command}`, 'events/s', [rate(base.seconds, sizes[0]), rate(full.seconds, sizes[1])], aim)
    add(`memory of npm run ${command}`, 'MB', [base.peakMb, full.peakMb], '≤ 600 MB')
  }
  return rows
}

const grown = '≤ 1.5'
const perEvent = ({ events }: Pick<Site, 'events'>, ms: number): number => (ms * 1000) / events

const questions: readonly [string, 'GET' | 'POST', (subjects: Subjects) => string][] = [
  ['desk', 'GET', () => '/api/desk'],
  ['dinner at a moment', 'GET', ({ evening }) => `/api/dinner-management/replay?at=${evening}`],
  ['replay of a dinner', 'GET', () => '/api/dinner-management/replay/steps?dinner=1'],
  ['replay as it happened', 'GET', () => '/api/dinner-management/replay/steps?dinner=1&as=happened'],
  ['undo preview', 'POST', ({ undone }) => `/api/audit/${undone}/undo?preview=true`],
  ['first page of the audit', 'GET', () => '/api/audit'],
  ['history of a team', 'GET', ({ team }) => `/api/teams/${team}/history`],
]

/** Both in turn, and not counting the first time: the median of each. */
async function inTurn<Side>(sides: Pair<Side>, measure: (side: Side) => Promise<number>): Promise<Pair<number>> {
  const values: Pair<number[]> = [[], []]
  for (let call = -1; call < calls; call++)
    for (const [index, side] of sides.entries()) {
      const value = await measure(side)
      if (call >= 0) values[index]?.push(value)
    }
  return [median(values[0]), median(values[1])]
}

async function secondsToStart(dataDir: string): Promise<number> {
  const began = performance.now()
  const { child, origin } = await startBackend(dataDir)
  await untilReady(origin)
  const seconds = (performance.now() - began) / 1000
  await stopBackend(child)
  return seconds
}

async function open(dataDir: string, events: number): Promise<Site> {
  const { child, origin } = await startBackend(dataDir)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(director)
  const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body })
  const { token } = (await answer.json()) as { token: string }
  const ask: Site['ask'] = (method, path) =>
    fetch(origin + path, { method, headers: { authorization: `Bearer ${token}` } })
  return { dataDir, events, child, ask, subjects: await findSubjects(dataDir) }
}

async function withDatabase<T>(dataDir: string, work: (sql: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const running = await findEmbeddedPostgres(dataDir)
  if (!running) throw new Error(`No database runs in ${dataDir}`)
  const sql = connect(running.url, { max: 1 })
  return work(sql).finally(() => sql.end())
}

/** The longest team of the current edition, what was last done with it that can be taken back, and its dinner. */
const findSubjects = (dataDir: string) =>
  withDatabase(dataDir, async (sql): Promise<Subjects> => {
    const [last] = await sql<{ stream: string; position: number }[]>`
      select stream, position from events
      where category = 'team' and edition = '2025' and version <= ${longStream} and type in ('TeamMarkedPaid', 'TeamMarkedUnpaid')
      order by version desc, position desc limit 1`
    const [began] = await sql<{ at: Date }[]>`select at from events where stream = 'dinner' and type = 'DinnerStarted'`
    if (!last || !began) throw new Error(`There is no team and no dinner in ${dataDir}`)
    const evening = new Date(began.at.getTime() + 60 * 60_000).toISOString()
    return { team: last.stream.slice('team-'.length), undone: last.position, evening }
  })

async function millisecondsOf({ ask }: Site, method: string, path: string): Promise<number> {
  const began = performance.now()
  const answer = await ask(method, path)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
  return performance.now() - began
}

/** Follows every page of a search until the end. */
async function search({ ask }: Site, words: string): Promise<{ ms: number; slowest: number }> {
  let [ms, slowest] = [0, 0]
  for (let next: number | null | undefined; next !== null; ) {
    const before = next === undefined ? '' : `&before=${next}`
    const began = performance.now()
    const answer = await ask('GET', `/api/audit?search=${encodeURIComponent(words)}${before}`)
    if (!answer.ok) throw new Error(`A page of a search was ${answer.status} after ${performance.now() - began} ms`)
    next = ((await answer.json()) as { next: number | null }).next
    const took = performance.now() - began
    ms += took
    slowest = Math.max(slowest, took)
  }
  return { ms, slowest }
}

/** Reads the whole export; throws where lines are missing. */
async function exportAll({ ask, events }: Site): Promise<{ perLine: number; lines: number }> {
  const began = performance.now()
  const answer = await ask('POST', '/api/audit/export')
  let lines = 0
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
    for (const byte of chunk) if (byte === 10) lines++
  if (!answer.ok || lines < events) throw new Error(`The export was ${answer.status} and ended after ${lines} lines`)
  return { perLine: ((performance.now() - began) * 1000) / lines, lines }
}

const bytesPerEvent = ({ dataDir, events }: Site): Promise<number> =>
  withDatabase(dataDir, async (sql) => {
    const [size] = await sql<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`
    return (size?.bytes ?? 0) / events
  })
