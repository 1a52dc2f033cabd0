import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type FreshDatabase, freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { startBackend } from '../backend-process.ts'

/**
 * Backups onto a full disk, restores from what is cut or damaged at some byte, restores that are killed: each ends with 1
 * and one sentence and leaves nothing half-made. Then the untouched backup is restored whole.
 */
export const backups: Attack = { name: 'backups', fullCount: 40, run }

interface Round {
  readonly folder: string
  /** Of the site that is backed up. */
  readonly settings: Readonly<Record<string, string>>
  readonly target: FreshDatabase
  readonly random: number
}

type Blow = (round: Round) => Promise<string | null>

/** Each resolves to what went wrong, or to null. */
const blows: readonly Blow[] = [
  async ({ folder, settings }) => {
    await symlink('/dev/full', join(folder, 'full.partial')).catch(() => {})
    const outcome = await program('backup', settings, [join(folder, 'on-full'), '--keys', join(folder, 'full')])
    const left = (await readdir(folder)).filter((name) => /^(on-)?full$/.test(name))
    return refusal(outcome, /disk is full/) ?? (left.length > 0 ? `left ${left}` : null)
  },
  async (round) => {
    const keys = join(round.folder, 'keys-cut')
    const whole = await readFile(join(round.folder, 'keys'))
    await writeFile(keys, whole.subarray(0, Math.floor(whole.length * round.random)))
    return restoring(round, join(round.folder, 'backup'), keys, /keys/)
  },
  async (round) => {
    const copy = await makeCopy(round)
    const { length } = await readFile(join(copy, 'events.copy.gz'))
    await truncate(join(copy, 'events.copy.gz'), Math.floor(length * round.random))
    return restoring(round, copy, join(round.folder, 'keys'), /not as it was written/)
  },
  async (round) => {
    const copy = await makeCopy(round)
    const manifest = JSON.parse(await readFile(join(copy, 'backup.json'), 'utf8'))
    for (const table of manifest.tables) if (table.table === 'events') table.rows += 1
    await writeFile(join(copy, 'backup.json'), JSON.stringify(manifest))
    return restoring(round, copy, join(round.folder, 'keys'), /could be read/)
  },
  async ({ folder, target, random }) => {
    const dataDir = join(folder, 'killed')
    const settings = { DATABASE_URL: target.url, DATA_DIR: dataDir }
    await program('restore', settings, [join(folder, 'backup'), '--keys', join(folder, 'keys')], 300 + random * 1_500)
    const isMarked = await exists(join(dataDir, 'restore-unfinished'))
    const outcome = isMarked ? await program('main', settings, []) : null
    await rm(dataDir, { recursive: true, force: true })
    return outcome && refusal(outcome, /did not finish/)
  },
]

async function run({ databaseUrl, count, seed }: AttackOptions): Promise<AttackResult> {
  const folder = await mkdtemp(join(tmpdir(), 'torture-backups-'))
  const database = await freshDatabase(databaseUrl)
  const settings = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'site') }
  const found: string[] = []
  try {
    const backend = await startBackend({ ...settings, SEED: 'demo' })
    await backend.end('SIGTERM')
    const backup = [join(folder, 'backup'), '--keys', join(folder, 'keys')]
    const { code } = await program('backup', settings, backup)
    if (code !== 0) found.push(`a backup ended with ${code}`)
    for (let round = 0; round < count; round++) {
      const target = await freshDatabase(databaseUrl)
      const blow = blows[(seed + round) % blows.length] as Blow
      const problem = await blow({ folder, settings, target, random: ((seed + round * 37) % 97) / 97 })
      if (problem !== null) found.push(problem)
      await target.drop()
    }
    const lost = await countLost({ folder, settings, target: await freshDatabase(databaseUrl), random: 0 }, database)
    return { ...nothingFound, tried: count, lost, wrong: found.length, note: found[0] ?? '' }
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function countLost({ folder, target }: Round, { sql }: FreshDatabase): Promise<number> {
  const settings = { DATABASE_URL: target.url, DATA_DIR: join(folder, 'whole') }
  await program('restore', settings, [join(folder, 'backup'), '--keys', join(folder, 'keys')])
  const listEvents = ({ sql: one }: Pick<FreshDatabase, 'sql'>) => one<Row[]>`select stream, version, type from events`
  const restored = await listEvents(target).catch(() => [])
  await target.drop()
  // A restore records more behind them, such as reminders that it pauses.
  const found = new Set(restored.map(nameEvent))
  return (await listEvents({ sql })).filter((event) => !found.has(nameEvent(event))).length
}

interface Row {
  readonly stream: string
  readonly version: number
  readonly type: string
}

const nameEvent = ({ stream, version, type }: Row): string => `${stream} ${version} ${type}`

async function restoring({ folder, target }: Round, backup: string, keys: string, why: RegExp): Promise<string | null> {
  const dataDir = join(folder, 'target')
  const settings = { DATABASE_URL: target.url, DATA_DIR: dataDir }
  const outcome = await program('restore', settings, [backup, '--keys', keys])
  const tables = await target.sql`select 1 from pg_tables where schemaname = 'public'`
  if (backup !== join(folder, 'backup')) await rm(backup, { recursive: true, force: true })
  if (await exists(dataDir)) return 'a failed restore left a folder'
  return refusal(outcome, why) ?? (tables.length > 0 ? `a failed restore left ${tables.length} tables` : null)
}

async function makeCopy({ folder }: Round): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'))
  for (const name of await readdir(join(folder, 'backup')))
    await writeFile(join(copy, name), await readFile(join(folder, 'backup', name)))
  return copy
}

interface Outcome {
  readonly code: number | null
  readonly complained: string
}

const refusal = ({ code, complained }: Outcome, why: RegExp): string | null =>
  code === 1 && why.test(complained) && complained.trim().split('\n').length === 1 ? null : `${code}: ${complained}`

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const source = resolve(import.meta.dirname, '../../../backend/src')

/** Runs a program of the backend to its end, or until it is killed. */
async function program(
  name: string,
  settings: Readonly<Record<string, string>>,
  words: readonly string[],
  killAfterMs?: number,
): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], PORT: '0', ...settings }
  const child = spawn(process.execPath, [join(source, `${name}.ts`), ...words], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (killAfterMs !== undefined) void delay(killAfterMs).then(() => child.kill('SIGKILL'))
  const [complained, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code: code as number | null, complained }
}
