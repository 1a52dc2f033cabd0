import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'

/** Generous: a start with demonstration data takes two seconds alone, and took more than a minute on a busy machine. */
export const startWithinMs = 300_000

/** The folder in which Node stores compiled code, if it is set: that saves a quarter of a start. */
const { NODE_COMPILE_CACHE } = process.env
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

const ownSource = resolve(import.meta.dirname, '..')

export interface BackendProcess {
  readonly child: ChildProcess
  readonly printed: () => string
}

/** Starts the whole backend as a process, with only these settings in its environment; `source` may be a copy. */
export function launchBackend(settings: Record<string, string>, source = ownSource): BackendProcess {
  const child = spawn(process.execPath, [join(source, 'main.ts')], {
    env: { ...compileCache, PORT: '0', TD_PASSWORD: 'wishbone and gravy', ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => (printed += chunk))
  return { child, printed: () => printed }
}

/** `npm run replay` as a process of its own, until its end. */
export const replayProcess = (settings: Record<string, string>, ...options: string[]) =>
  replayFrom(ownSource, settings, ...options)

/** Runs the replay of a copy of the sources. */
export const replayFrom = (source: string, settings: Record<string, string>, ...options: string[]) =>
  runProgram(join(source, 'replay.ts'), settings, options)

/** `npm run verify` as a process of its own, until its end. */
export const verifyProcess = (settings: Record<string, string>, ...options: string[]) =>
  runProgram(join(ownSource, 'verify.ts'), settings, options)

/** `npm run forget` as a process of its own, until its end. */
export const forgetProcess = (settings: Record<string, string>, ...options: string[]) =>
  runProgram(join(ownSource, 'forget.ts'), settings, options)

/** `npm run unlock` as a process of its own, until its end. */
export const unlockProcess = (settings: Record<string, string>, ...options: string[]) =>
  runProgram(join(ownSource, 'unlock.ts'), settings, options)

/** `npm run backup` as a process of its own, until its end. */
export const backupProcess = (settings: Record<string, string>, ...options: string[]) =>
  runProgram(join(ownSource, 'backup.ts'), settings, options)

/** `npm run restore` as a process of its own, until its end. */
export const restoreProcess = (settings: Record<string, string>, ...options: string[]) =>
  runProgram(join(ownSource, 'restore.ts'), settings, options)

async function runProgram(program: string, settings: Record<string, string>, options: readonly string[]) {
  const child = spawn(process.execPath, [program, ...options], {
    env: { ...compileCache, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { said, complained, code }
}

/** Waits until the backend listens, and returns its address. */
export function waitForAddress({ child, printed }: BackendProcess): Promise<string> {
  return vi.waitFor(
    () => {
      const address = /^.* is ready: (http:\S+)$/m.exec(printed())
      if (!address?.[1]) throw new Error(`not ready (exit ${child.exitCode}): ${printed()}`)
      return address[1]
    },
    { timeout: startWithinMs, interval: 20 },
  )
}

/** Returns the exit code of a process once it has ended; sends it the signal first, if there is one. */
export async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const gone = once(child, 'close')
  if (signal) child.kill(signal)
  await gone
  return child.exitCode
}
