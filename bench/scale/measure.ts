import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Compared, compared, interleaved, median } from '../load.ts'
import type { Row } from '../table.ts'
import { type AuditPage, exportAll, search } from './audit.ts'
import { makeDataFolder, peakMemory, runCommand, startBackend, stopBackend, untilReady } from './data-folder.ts'
import type { Shape } from './history.ts'
import { bytesPerEvent, open, type Site, type Subjects } from './site.ts'

const small = 10_000
const big = 1_000_000

/**
 * Compares a site with a million events with one of 10,000, once in many short streams and once in long ones. Their data
 * takes minutes to make; the folder that the environment variable `SCALE_DATA` names stores it for later runs.
 */
export async function measureScale(shapes: readonly Shape[] = ['spread', 'long'], size = big): Promise<Row[]> {
  const rows: Row[] = []
  for (const shape of shapes) {
    const stored = [await ensureDataFolder(shape, small), await ensureDataFolder(shape, size)] as const
    const copies = [await makeCopy(stored[0]), await makeCopy(stored[1])] as const
    try {
      rows.push(...(await measureShape(shape, copies, [small, size])))
    } finally {
      for (const copy of copies) await rm(copy, { recursive: true, force: true })
      if (!process.env['SCALE_DATA']) for (const folder of stored) await rm(folder, { recursive: true, force: true })
    }
  }
  return rows
}

async function ensureDataFolder(shape: Shape, events: number): Promise<string> {
  const store = process.env['SCALE_DATA'] ?? (await mkdtemp(join(tmpdir(), 'ultimate-scale-')))
  const folder = join(store, `${shape}-${events}`)
  const existing = await stat(folder).catch(() => null)
  if (!existing) await makeDataFolder(folder, { events, shape })
  return folder
}

/** Copies a folder with the owners of its files, because PostgreSQL runs as another user if this process is root's. */
async function makeCopy(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'ultimate-bench-'))
  if (process.platform === 'win32') await cp(folder, copy, { recursive: true })
  else await promisify(execFile)('cp', ['-a', `${folder}/.`, copy])
  return copy
}

/** A value of the small log, and one of the large log. */
type Pair<Value> = readonly [Value, Value]

async function measureShape(shape: Shape, folders: Pair<string>, sizes: Pair<number>): Promise<Row[]> {
  const rows: Row[] = []
  const add = (what: string, unit: string, figures: Compared, aim: string) =>
    rows.push({ what: `${what}, ${shape}`, unit, ...figures, aim, against: '10,000 events' })

  const start = (folder: string) => () => secondsToStart(folder)
  add('start', 's', await inTurn(5, [start(folders[0]), start(folders[1])]), growthAim)
  const sites = [await open(folders[0], sizes[0]), await open(folders[1], sizes[1])] as const
  try {
    for (const question of questions) {
      const { counted, uncounted } = question
      const asked = (site: Site) => () => measureMilliseconds(site, question)
      add(question.what, 'ms', await inTurn(counted, [asked(sites[0]), asked(sites[1])], uncounted), growthAim)
    }
    for (const [what, words] of [
      ['search with hits', 'Wishbones 25-3'],
      ['search without a hit', absentWords],
    ] as const) {
      const [base, full] = [await search(sites[0], words), await search(sites[1], words)]
      add(`whole audit ${what}`, 's', withoutRatio([base.seconds, full.seconds]), 'none')
      add(`whole audit ${what}: slowest page`, 'ms', withoutRatio([base.slowest, full.slowest]), '≤ 2,000 ms')
      if (full.hits > 0) add(`whole audit ${what}: hits`, 'hits', withoutRatio([base.hits, full.hits]), 'none')
    }
    // One export of the large log takes as long as a hundred of the small one, so it is measured once.
    const [exportsOfSmall = []] = await interleaved(5, [() => exportAll(sites[0])])
    add('audit export', 'µs/line', once([median(exportsOfSmall), await exportAll(sites[1])]), growthAim)
    const peaks = async () => [await peakMemory(sites[0].child.pid), await peakMemory(sites[1].child.pid)] as const
    add('memory of the backend while it serves', 'MB', once(await peaks()), '≤ 400 MB')
    for (const site of sites) await rebuildAll(site)
    add('memory of the backend while it rebuilds', 'MB', once(await peaks()), '≤ 600 MB')
    add('disk', 'bytes/event', once([await bytesPerEvent(sites[0]), await bytesPerEvent(sites[1])]), 'none')
  } finally {
    for (const { child } of sites) await stopBackend(child)
  }
  for (const command of ['verify', 'replay'] as const) {
    const [base, full] = [await runCommand(folders[0], command), await runCommand(folders[1], command)]
    if (command === 'verify') {
      const perEvent = [(base.seconds / sizes[0]) * 1e6, (full.seconds / sizes[1]) * 1e6] as const
      add(`npm run ${command}`, 'µs/event', once(perEvent), `${growthAim} and ≤ 60 µs/event`)
    } else {
      const rates = [sizes[0] / base.seconds, sizes[1] / full.seconds] as const
      add(`npm run ${command}`, 'events/s', once(rates), '≥ 50,000 events/s')
    }
    add(`memory of npm run ${command}`, 'MB', once([base.peakMb, full.peakMb]), '≤ 600 MB')
  }
  return rows
}

/** The aim for what may grow little from the small log to the large one. */
const growthAim = '≤ 1.5'

async function inTurn(counted: number, [base, full]: Pair<() => Promise<number>>, uncounted = 1): Promise<Compared> {
  const [theirs = [], ours = []] = await interleaved(counted, [base, full], uncounted)
  return compared(ours, theirs)
}

const once = ([theirs, ours]: Pair<number>): Compared => compared([ours], [theirs])
/** Leaves out the ratio, which means nothing for a whole search: that takes as long as its log. */
const withoutRatio = (pair: Pair<number>): Compared => ({ ...once(pair), ratio: Number.NaN })

interface Question {
  readonly what: string
  readonly method: 'GET' | 'POST'
  readonly path: (subjects: Subjects) => string
  readonly counted: number
  readonly uncounted: number
  /** For a search: whether the answer has hits. The answer must also leave events for a next one. */
  readonly hasHits?: boolean
}

const absentWords = 'no such words anywhere'
/** New code runs slowly for some time. */
const short = { method: 'GET', counted: 15, uncounted: 20 } as const
/** Requests that look at 4,000 events, so that few of them warm the code up. */
const long = { method: 'GET', counted: 9, uncounted: 5 } as const

const questions: readonly Question[] = [
  { ...short, what: 'desk', path: () => '/api/desk' },
  { ...short, what: 'dinner at a moment', path: ({ evening }) => `/api/dinner-management/replay?at=${evening}` },
  { ...short, what: 'replay of a dinner', path: () => '/api/dinner-management/replay/steps?dinner=1' },
  { ...short, what: 'replay as it happened', path: () => '/api/dinner-management/replay/steps?dinner=1&as=happened' },
  { ...short, what: 'undo preview', method: 'POST', path: ({ undone }) => `/api/audit/${undone}/undo?preview=true` },
  { ...short, what: 'first page of the audit', path: () => '/api/audit' },
  { ...short, what: 'history of a team', path: ({ team }) => `/api/teams/${team}/history` },
  {
    ...long,
    what: 'one answer to an audit search with a hit',
    path: ({ searched: { words, before } }) => `/api/audit?search=${words}&before=${before}`,
    hasHits: true,
  },
  {
    ...long,
    what: 'one answer to an audit search without a hit',
    path: () => `/api/audit?search=${encodeURIComponent(absentWords)}`,
    hasHits: false,
  },
]

/** Lets the backend rebuild its read models from the log and compare them, while it serves. */
async function rebuildAll({ ask }: Site): Promise<void> {
  const answer = await ask('POST', '/api/audit/replay')
  const text = await answer.text()
  if (!answer.ok || !text.includes('"kind":"result"')) throw new Error(`A replay ended with: ${text.slice(-300)}`)
}

async function secondsToStart(dataDir: string): Promise<number> {
  const began = performance.now()
  const { child, origin } = await startBackend(dataDir)
  await untilReady(origin)
  const seconds = (performance.now() - began) / 1000
  await stopBackend(child)
  return seconds
}

async function measureMilliseconds({ ask, subjects }: Site, { method, path, hasHits }: Question): Promise<number> {
  const began = performance.now()
  const answer = await ask(method, path(subjects))
  const text = await answer.text()
  const ms = performance.now() - began
  const isWrong = () => {
    const { events, next } = JSON.parse(text) as AuditPage
    return events.length > 0 !== hasHits || next === null
  }
  if (!answer.ok || (hasHits !== undefined && isWrong()))
    throw new Error(`${method} ${path(subjects)}: ${answer.status} ${text.slice(0, 300)}`)
  return ms
}
