import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { processIdentity } from './process-identity.ts'

/** Keeps a second backend out of a data folder whose database another one looks after. */
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
    while (!(await claims(draft, lock))) {
      const holder = await readHolder(lock)
      if (holder && (await isAlive(holder))) throw heldBy(holder, dataDir)
      await removeStale(lock, holder)
    }
  } finally {
    await rm(draft, { force: true })
  }
  return { release: () => rm(lock, { force: true }) }
}

/** The process that looks after this data folder's database now; null where none does. */
export async function lockHolder(dataDir: string): Promise<number | null> {
  const holder = await readHolder(join(dataDir, 'backend.lock'))
  return holder && (await isAlive(holder)) ? holder.pid : null
}

/** A link appears whole or not at all, and never over another. */
async function claims(draft: string, lock: string): Promise<boolean> {
  try {
    await link(draft, lock)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Two that clear away at once must not take away what a third has just put there: what was moved is looked at. */
async function removeStale(lock: string, holder: Holder | null): Promise<void> {
  const aside = `${lock}.stale.${process.pid}`
  const moved = await rename(lock, aside).then(
    () => true,
    () => false,
  )
  if (!moved) return
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

function heldBy({ pid }: Holder, dataDir: string): CannotStart {
  return new CannotStart(
    `Another backend (process ${pid}) already runs on the data folder ${dataDir}. ` +
      'Stop it first, or give this one a DATA_DIR of its own.',
  )
}
