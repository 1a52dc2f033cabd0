import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { processIdentity } from '@ultimate/embedded-postgres/data-dir-lock.ts'

/** Milliseconds between two checks that npm still lives. Where there is no /proc, a check starts a program. */
const lookEveryMs = process.platform === 'linux' ? 250 : 1_000

/**
 * Sends this process a SIGTERM once npm, or the shell that npm runs scripts in, is gone. npm passes a SIGTERM on to
 * that shell, which ends without passing it on. When npm is killed, the shell runs on unnoticed. Ctrl-C reaches this
 * process directly. Does nothing outside npm.
 */
export function stopWithParent(): void {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const npm = findNpm(parent)
  let knownIdentity: string | null = null
  const look = async () => {
    const identity = await processIdentity(npm)
    knownIdentity ??= identity
    if (process.ppid === parent && identity !== null && identity === knownIdentity) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }
  const watch = setInterval(() => void look(), lookEveryMs)
  watch.unref()
}

/** Returns the process of npm: the parent of `parent` if that is the shell that npm runs the script in, else `parent`. */
function findNpm(parent: number): number {
  const { command, ppid } = describe(parent)
  const script = process.env.npm_lifecycle_script
  return script && ppid > 1 && command.includes(script) ? ppid : parent
}

function describe(pid: number): { command: string; ppid: number } {
  try {
    if (process.platform !== 'linux') {
      const [ppid = '', ...command] = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
        encoding: 'utf8',
      })
        .trim()
        .split(/\s+/)
      return { command: command.join(' '), ppid: Number(ppid) }
    }
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const ppid = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
    return { command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '), ppid }
  } catch {
    return { command: '', ppid: 0 }
  }
}
