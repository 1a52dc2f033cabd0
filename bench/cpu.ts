import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10

/** Returns the parent of a process and its CPU time with that of ended children (fields utime to cstime); null if it is gone. */
function readStat(pid: string | number): { readonly parent: number; readonly ms: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ms: ticks * tickMs }
  } catch {
    return null
  }
}

/** Milliseconds of CPU that a process and its children have used so far; 0 where the system does not show it. */
export function cpuMs(pid: number): number {
  let ms = readStat(pid)?.ms ?? 0
  for (const other of listProcesses()) {
    const stat = readStat(other)
    if (stat?.parent === pid) ms += stat.ms
  }
  return ms
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** The process id of the server that runs on this data directory. */
export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
}
