import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { processIdentity } from '@ultimate/embedded-postgres/data-dir-lock.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const startWithinMs = 300_000
const quotePath = (path: string) => JSON.stringify(resolve(import.meta.dirname, path))

/** The program that `npm start` runs, without the build. */
const startWithoutBuild = `
  import { stopWithParent } from ${quotePath('stop-with-parent.ts')}
  stopWithParent()
  const { serve } = await import(${quotePath('../backend/src/main.ts')})
  await serve()
`

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

let folder: string
let npm: ChildProcess
let pids: Readonly<Record<'backend' | 'database', number>>

/** npm, its shell, the backend and the database of an empty folder: as `npm start` runs them. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'under-npm-'))
  const start = `"${process.execPath}" start.mjs`
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { start } }))
  await writeFile(join(folder, 'start.mjs'), startWithoutBuild)
  npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH, HOME, ...compileCache, DATA_DIR: join(folder, 'data'), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  npm.stdout?.setEncoding('utf8').on('data', (text) => (printed += text))
  await vi.waitFor(() => expect(printed).toContain(' is ready: '), { timeout: startWithinMs, interval: 50 })
  const { pid: backend } = JSON.parse(await readFile(join(folder, 'data/backend.lock'), 'utf8'))
  const [database] = (await readFile(join(folder, 'data/postgres/postmaster.pid'), 'utf8')).split('\n')
  pids = { backend, database: Number(database) }
})

afterEach(async () => {
  npm.kill('SIGTERM')
  await expectEnd(pids.backend)
  await expectEnd(pids.database)
  await rm(folder, { recursive: true, force: true })
})

async function expectEnd(pid: number): Promise<void> {
  await vi.waitFor(async () => expect(await processIdentity(pid)).toBeNull(), { timeout: 30_000, interval: 50 })
}

it('leaves neither a backend nor a database behind when npm is killed', async () => {
  npm.kill('SIGKILL')
  await expectEnd(pids.backend)
  await expectEnd(pids.database)
})

it('leaves no database behind when the backend is killed', async () => {
  process.kill(pids.backend, 'SIGKILL')
  await expectEnd(pids.database)
})
