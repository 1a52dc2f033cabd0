import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Returns the time at which a process began, which distinguishes it from a later one with the same number. Null if no
 * such process lives; one that has ended and only waits to be noticed by its parent does not live.
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (!existsProcess(pid)) return null
  if (process.platform === 'linux') return linuxIdentity(pid)
  if (process.platform === 'win32') return 'alive'
  const { stdout } = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  const [state = '', ...began] = stdout.trim().split(/\s+/)
  return began.length === 0 || state.startsWith('Z') ? null : began.join(' ')
}

/** True also for a process that has ended and has not been noticed by its parent. */
export function existsProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Ticks since boot mean nothing after the next boot, so the identity includes the boot. */
async function linuxIdentity(pid: number): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (status === null) return null
  // The program's name stands in parentheses and may hold anything.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return null
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return `${boot.trim()} ${fields[19]}`
}
