import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux holds it in memory. */
const inMemory = '/dev/shm'
/** A run writes less than a gigabyte at once; the tests themselves need memory as well. */
const neededBytes = 4 * 1024 ** 3
const prefix = 'ultimate-tests-'

/**
 * Makes the folder for all that a run writes: databases, profiles of browsers, reports. It is in memory where there is
 * room: on a disk, thousands of small files cost the integration tests a third of their processor time. Removes the
 * folders of runs that were killed.
 */
export function makeScratch(base = hasRoom(inMemory) ? inMemory : tmpdir()): string {
  for (const name of readdirSync(base))
    if (name.startsWith(prefix) && !isRunning(Number.parseInt(name.slice(prefix.length), 10))) remove(join(base, name))
  return mkdtempSync(join(base, `${prefix}${process.pid}-`))
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // The folder of another user, who removes it with their next run.
  }
}

/** In a container, the memory of `/dev/shm` is often too small. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return process.platform === 'linux' && Math.min(bavail * bsize, process.availableMemory()) >= neededBytes
  } catch {
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
