import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createLogger } from '@ultimate/backend/platform/logging.ts'
import { startEmbeddedPostgres } from '@ultimate/embedded-postgres/embedded-postgres.ts'
import getPort from 'get-port'
import { buildSite } from '../scripts/build.ts'
import { alternate } from './load.ts'
import { readNodeFlags } from './node-flags.ts'
import type { Row } from './table.ts'

const root = resolve(import.meta.dirname, '..')

async function inEmptyFolder(work: (dataDir: string) => Promise<number>): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ultimate-bench-'))
  try {
    return await work(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Seconds from the start of the process to the first page; the site is built already. */
function measureWholeStart(): Promise<number> {
  return inEmptyFolder(async (dataDir) => {
    const port = await getPort({ host: '127.0.0.1' })
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'production' }
    const began = performance.now()
    const args = [...readNodeFlags('start'), 'scripts/start.ts']
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' })
    await untilAnswered(`http://127.0.0.1:${port}/`, child)
    const seconds = (performance.now() - began) / 1000
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
    return seconds
  })
}

/** Resolves once the address answers with 200; rejects if the process ends before. */
export async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('The site ended before it answered')
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return
    await wait(10)
  }
}

/** Seconds of initdb and the start of the database alone, in a process that is running already. */
function measureDatabaseStart(): Promise<number> {
  return inEmptyFolder(async (dataDir) => {
    const began = performance.now()
    const server = await startEmbeddedPostgres({ dataDir, logger: createLogger('silent') })
    const seconds = (performance.now() - began) / 1000
    await server.stop()
    return seconds
  })
}

/** Compares the time from an empty folder to the first page with that of the database alone. */
export async function measureStart(rounds: number): Promise<Row[]> {
  await buildSite()
  const compared = await alternate(rounds, measureWholeStart, measureDatabaseStart)
  return [{ what: 'first start', unit: 's', against: 'initdb + start', aim: '≤ 3', ...compared }]
}
