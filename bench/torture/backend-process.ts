import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readNodeFlags } from '../node-flags.ts'

/** The whole backend as a process of its own, as `npm start` runs it, to be attacked. */
export interface BackendProcess {
  readonly origin: string
  readonly child: ChildProcess
  readonly dataDir: string
  /** Everything it has printed so far. */
  readonly printed: () => string
  /** Resolves to the exit code once it is gone; null when a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
  /** Ends it at once, if it still runs, and removes its files. */
  remove(): Promise<void>
}

export const tdPassword = 'wishbone and gravy'
const main = resolve(import.meta.dirname, '../../backend/src/main.ts')
const readyWithinMs = 300_000
/** Where Node keeps what it has compiled, if anywhere. */
const { NODE_COMPILE_CACHE } = process.env
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

/** @throws Error with everything the backend printed when it does not become ready */
export async function startBackend(settings: Readonly<Record<string, string>> = {}): Promise<BackendProcess> {
  const dataDir = settings['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'torture-')))
  const child = spawn(process.execPath, [...readNodeFlags('start'), main], {
    env: { ...compileCache, PORT: '0', TD_PASSWORD: tdPassword, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  let isReady = false
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const origin = await new Promise<string>((found, failed) => {
    const give = (reason: string) => failed(new Error(`The backend ${reason}:\n${printed}`))
    const timer = setTimeout(() => give('was not ready in time'), readyWithinMs)
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        // Under load it prints much, of which none is searched.
        if (isReady) return
        const address = /^.* is ready: (http:\S+)$/m.exec(printed)?.[1]
        isReady = address !== undefined
        if (address) found(address)
        if (address) clearTimeout(timer)
      })
    void exited.then(([code]) => {
      clearTimeout(timer)
      give(`ended with ${code} before it was ready`)
    })
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code] = await exited
    return code
  }
  return {
    origin,
    child,
    dataDir,
    printed: () => printed,
    end,
    remove: async () => {
      await end('SIGKILL')
      if (!settings['DATA_DIR']) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
