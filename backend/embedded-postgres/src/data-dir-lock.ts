import { execFile } from 'node:child_process'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CannotStart } from './server-files.ts'

/** Keeps a second backend out of a data folder on whose database another one runs. */
export interface DataDirLock {
  release(): Promise<void>
}

interface Holder {
  readonly pid: number
  readonly identity: string
}

/** @throws CannotStart while another process that lives holds the folder */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const lock = join(dataDir, 'backend.lock')
  const mine: Holder = { pid: process.pid, identity: (await processIdentity(process.pid)) ?? 'alive' }
  const draft = join(dataDir, `backend.lock.${process.pid}`)
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    while (!(await tryClaim(draft, lock))) {
      const holder = await readHolder(lock)
      if (holder && (await isAlive(holder))) throw alreadyHeld(holder, dataDir)
      await removeStale(lock, holder)
    }
  } finally {
    await rm(draft, { force: true })
  }
  return { release: () => rm(lock, { force: true }) }
}

/** The number of the process that runs this data folder's database now; null where none does. */
export async function lockHolder(dataDir: string): Promise<number | null> {
  const holder = await readHolder(join(dataDir, 'backend.lock'))
  return holder && (await isAlive(holder)) ? holder.pid : null
}

/** False where there is a lock. A link, because it appears with all its content, and never replaces another file. */
async function tryClaim(draft: string, lock: string): Promise<boolean> {
  try {
    await link(draft, lock)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Removes a dead holder's lock. A lock that another process has put there meanwhile is put back. */
async function removeStale(lock: string, holder: Holder | null): Promise<void> {
  const aside = `${lock}.stale.${process.pid}`
  const isMoved = await rename(lock, aside).then(
    () => true,
    () => false,
  )
  if (!isMoved) return
  const found = await readHolder(aside)
  if (found?.pid !== holder?.pid || found?.identity !== holder?.identity) await link(aside, lock).catch(() => {})
  await rm(aside, { force: true })
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch {
    return null
  }
}

async function isAlive({ pid, identity }: Holder): Promise<boolean> {
  return (await processIdentity(pid)) === identity
}

function alreadyHeld({ pid }: Holder, dataDir: string): CannotStart {
  return new CannotStart(
    `Another backend (process ${pid}) already runs on the data folder ${dataDir}. ` +
      'Stop it first, or give this one a DATA_DIR of its own.',
  )
}

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

/** True also for a process that has ended and waits to be noticed by its parent. */
export function existsProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The boot, and the ticks from the boot to the start of the process. */
async function linuxIdentity(pid: number): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (status === null) return null
  // The program's name stands in parentheses and may hold anything.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return null
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return `${boot.trim()} ${fields[19]}`
}
