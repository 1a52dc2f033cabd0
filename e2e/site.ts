import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { copyFirstStart, tdPassword } from '@ultimate/backend/test-data-dir.ts'

const root = resolve(import.meta.dirname, '..')

export const td = { username: 'td', password: tdPassword } as const

/** The setting that names the folder with the data that sites start with. */
export const templates = 'SITE_TEMPLATES'

/** A running site of its own: real backend, real database in a folder of its own, the real build. */
export interface Site {
  readonly url: string
  readonly dataDir: string
  /** Starts the backend again on the same data and address, as after a crash or a new release. */
  restart(changes?: Record<string, string>): Promise<void>
  /** Ends the backend as the system would (SIGTERM by default) and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  stop(): Promise<void>
}

interface Running {
  readonly child: ChildProcess
  readonly url: string
}

/** Waits for the line that tells the address; what was printed comes with the error when none appears. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let printed = ''
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(printed)
      if (address) found(address[0])
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => failed(new Error(`The site ended with ${code} before it was ready:\n${printed}`)))
  })
}

/** A free port is found before it is listened on, so another test may take it in between: then once more. */
async function launch(dataDir: string, port: string, settings: Record<string, string>): Promise<Running> {
  for (let tries = 1; ; tries++) {
    try {
      return await launchOnce(dataDir, port, settings)
    } catch (error) {
      if (tries === 3 || port !== '0' || !String(error).includes('is taken')) throw error
    }
  }
}

async function launchOnce(dataDir: string, port: string, settings: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, ['backend/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: port,
      TD_USERNAME: td.username,
      TD_PASSWORD: td.password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  return { child, url: await addressOf(child) }
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const gone = once(child, 'exit')
  child.kill(signal)
  const [code] = await gone
  return code
}

/** Starts a site on a free port, on data as a first start leaves them. `settings` are environment variables of the README's table. */
export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'site-'))
  const prepared = process.env[templates]
  if (!prepared) throw new Error(`${templates} names no folder: the global setup has not run`)
  await copyFirstStart(prepared, settings['SEED'] === 'demo' ? 'demo' : 'first-td', dataDir)
  let running = await launch(dataDir, '0', settings)
  const { url } = running
  return {
    url,
    dataDir,
    end: (signal = 'SIGTERM') => endProcess(running.child, signal),
    async restart(changes = {}) {
      await endProcess(running.child, 'SIGTERM')
      running = await launch(dataDir, new URL(url).port, { ...settings, ...changes })
    },
    async stop() {
      await endProcess(running.child, 'SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
