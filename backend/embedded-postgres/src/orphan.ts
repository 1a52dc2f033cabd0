import { execFile } from 'node:child_process'
import { readFile, readlink, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { existsProcess, processIdentity } from './process-identity.ts'

const run = promisify(execFile)

/** The milliseconds that a server may take to end before a stronger signal follows. */
const signals = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/**
 * Ends the server that a killed backend left running on this data folder, and removes the files that would keep a
 * new one from starting. A process that has merely inherited the number is left alone.
 */
export async function endOrphan(folder: string, logger: Logger): Promise<void> {
  const [line = ''] = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(line)
  // PostgreSQL clears away after a process that is gone, and looks for children of it better than we could.
  if (!(pid > 0) || !existsProcess(pid) || process.platform === 'win32') return
  if (await isServerOf(folder, pid)) {
    logger.warn({ pid }, 'ending the PostgreSQL that a killed backend left running')
    await endProcess(pid)
  }
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) await rm(join(folder, name), { force: true })
}

async function isServerOf(folder: string, pid: number): Promise<boolean> {
  if ((await processIdentity(pid)) === null) return false
  try {
    if (process.platform !== 'linux') {
      const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)])
      return stdout.includes('postgres') && stdout.includes(folder)
    }
    const program = await readlink(`/proc/${pid}/exe`)
    const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(folder)])
    return /\/postgres( \(deleted\))?$/.test(program) && there.ino === here.ino && there.dev === here.dev
  } catch {
    // A process that we may not inspect is another user's, and the data folder is ours alone.
    return false
  }
}

async function endProcess(pid: number): Promise<void> {
  const identity = await processIdentity(pid)
  for (const [signal, atMost] of signals) {
    if (identity === null || (await processIdentity(pid)) !== identity) return
    process.kill(pid, signal)
    const until = performance.now() + atMost
    while (performance.now() < until && (await processIdentity(pid)) === identity) await wait(10)
  }
}
