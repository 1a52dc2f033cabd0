import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { embeddedNames } from '@ultimate/backend/platform/database/database.ts'
import { createLogger } from '@ultimate/backend/platform/logging.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '@ultimate/embedded-postgres/embedded-postgres.ts'
import { connect } from '@ultimate/event-store/connect.ts'
import { readNodeFlags } from '../node-flags.ts'
import { fill } from './fill.ts'
import { type HistoryOptions, lastYear } from './history.ts'

const root = resolve(import.meta.dirname, '../..')

export const director = { username: 'td', password: 'wishbone and gravy' }

/** Returns the environment of a backend on a data folder: that of this process, with a few settings. */
export const buildSettings = (dataDir: string, port = 0): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: dataDir,
  PORT: String(port),
  TD_PASSWORD: director.password,
  EDITION: String(lastYear),
})

/** Starts the whole backend; resolves once it has printed that it is ready. */
export async function startBackend(dataDir: string, port = 0): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [...readNodeFlags('start'), join(root, 'backend/src/main.ts')], {
    env: buildSettings(dataDir, port),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let printed = ''
  const { promise, resolve: ready, reject } = Promise.withResolvers<string>()
  child.once('exit', (code) => reject(new Error(`The backend ended with ${code}:\n${printed}`)))
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    const origin = / is ready: (http:\S+)$/m.exec(printed)?.[1]
    if (origin) ready(origin)
  })
  return { child, origin: await promise }
}

/** Resolves once the backend answers that it can store events. */
export async function untilReady(origin: string): Promise<void> {
  for (;;) {
    const { status } = await fetch(`${origin}/readyz`)
    if (status === 200) return
    await wait(10)
  }
}

/** Runs `npm run verify` or `npm run replay` on a folder that no backend uses. */
export async function runCommand(
  dataDir: string,
  command: 'verify' | 'replay',
): Promise<{ readonly seconds: number; readonly peakMb: number }> {
  const began = performance.now()
  const child = spawn(process.execPath, [...readNodeFlags(command), join(root, `backend/src/${command}.ts`)], {
    env: buildSettings(dataDir),
    stdio: 'ignore',
  })
  let peakMb = 0
  const watching = setInterval(async () => {
    peakMb = Math.max(peakMb, (await peakMemory(child.pid)) || 0)
  }, 100)
  const [code] = await once(child, 'exit')
  clearInterval(watching)
  if (code !== 0) throw new Error(`npm run ${command} ended with ${code}`)
  return { seconds: (performance.now() - began) / 1000, peakMb }
}

/** Returns the largest memory that a process has had, in megabytes; NaN where the system does not show it. */
export async function peakMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

export async function stopBackend(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/**
 * Makes a data folder with a history, on which a backend starts quickly: a first start, then the history, then a second
 * start, which makes the read models and the Merkle tree.
 */
export async function makeDataFolder(dataDir: string, options: HistoryOptions): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await stopBackend((await startBackend(dataDir)).child)
  await asOwner(dataDir, async (sql) => {
    await fill(sql, options)
    // The next start finds all read models missing, and makes them; the sealer begins anew.
    await sql.unsafe('delete from read_model_definitions')
    await sql.unsafe('truncate merkle_hashes, tree_heads')
    await sql.unsafe('update merkle_tree set size = 0, position = 0')
    await sql.unsafe('vacuum analyze')
  })
  const { child } = await startBackend(dataDir)
  const running = await findEmbeddedPostgres({ dataDir, names: embeddedNames })
  if (!running) throw new Error('The database ended')
  const sql = connect(running.url, { max: 1 })
  const unsealed = async () =>
    (await sql`select from events where position > (select position from merkle_tree) limit 1`).length > 0
  while (await unsealed()) await wait(500)
  await sql.end()
  await stopBackend(child)
  await asOwner(dataDir, async (sql) => {
    await sql.unsafe('vacuum (freeze, analyze)')
    await sql.unsafe('checkpoint')
  })
}

/** Runs `work` on the database of a folder that no backend uses. */
export async function asOwner<T>(dataDir: string, work: (sql: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir, names: embeddedNames, logger: createLogger('silent') })
  const sql = connect(server.url, { max: 1 })
  try {
    return await work(sql)
  } finally {
    await sql.end()
    await server.stop()
  }
}
