import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { resolve } from 'node:path'

const programs = resolve(import.meta.dirname, '../../node_modules/.bin')
const running = new Set<ChildProcess>()

export interface ProgramOptions {
  /** Added to the environment of this process. */
  readonly env?: Record<string, string>
  /** Takes what the program prints, in pieces; else it is printed as it comes. */
  readonly print?: ((text: string) => void) | undefined
  /** Takes only what other programs leave of the processor. */
  readonly isLowPriority?: boolean | undefined
}

/**
 * Runs a program of a dependency, or a path. The program runs without npx, so that a signal reaches it. Resolves to
 * whether it ended with 0.
 */
export function execute(program: string, args: readonly string[], options: ProgramOptions = {}): Promise<boolean> {
  const { env = {}, print, isLowPriority = false } = options
  const colours = print && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return new Promise((resolve) => {
    const child = spawn(program.includes('/') ? program : `${programs}/${program}`, args, {
      stdio: print ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...colours, ...env },
    })
    running.add(child)
    if (isLowPriority && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', print ?? (() => undefined))
    child.on('error', () => resolve(false))
    child.on('close', (code) => {
      running.delete(child)
      resolve(code === 0)
    })
  })
}

/** Asks every program that runs to end: tests run backends and databases, which would outlive this process. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGTERM')
}
