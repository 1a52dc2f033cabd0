import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, type FileHandle, open, readFile, readlink, rm, stat, truncate } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { dataArgument, serverEnvironment } from './cluster.ts'
import { existsProcess, processIdentity } from './data-dir-lock.ts'
import type { ProcessUser } from './server-files.ts'

export interface PostmasterPlace {
  readonly program: string
  readonly folder: string
  readonly user: ProcessUser | null
  readonly settings: Readonly<Record<string, string>>
  readonly log: ServerLog
}

/** One run of the server. */
export interface Postmaster {
  readonly pid: number
  /** Resolves when the process has ended, for any reason, to what ended it. */
  readonly ended: Promise<string>
  /** Ends sessions, writes a checkpoint and exits; a stronger signal follows where that takes too long. */
  stop(): Promise<void>
}

const gracefulMs = 6_000
const firmMs = 3_000
/** Recovery after a crash may take its time; this is a bound for a server that hangs. */
const readyWithinMs = 120_000

/** Resolves when the server takes connections. */
export async function startPostmaster(place: PostmasterPlace): Promise<Postmaster> {
  const { program, folder, user, settings, log } = place
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(program, ['-D', dataArgument(folder, user), ...flags], {
    cwd: folder,
    env: serverEnvironment,
    stdio: ['ignore', log.fd, log.fd],
    // Ctrl-C in the terminal must not reach the server, which this process stops last.
    detached: true,
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const failure = await Promise.race([untilReady(child, folder), ended])
  if (failure !== null) {
    child.kill('SIGKILL')
    throw new Error(`PostgreSQL did not start (${failure}):\n${await log.recent()}`)
  }
  const pid = child.pid ?? 0
  const endWatchdog = startWatchdog(pid, user)
  void ended.then(endWatchdog)
  return {
    pid,
    ended,
    stop: async () => {
      await stop(child, ended)
      await endWatchdog()
    },
  }
}

/** Waits for the end of its empty input. Then it ends the server in order, and after half a minute at once. */
const watchdogScript = `read -r _
kill -INT "$1" || exit 0
for _ in 1 2 3 4 5 6; do sleep 5; kill -0 "$1" || exit 0; done
kill -QUIT "$1"`

/**
 * Nothing in this process runs when it is killed. So a shell reads from a pipe of this process, which ends with the
 * process, and then ends the server. Where there is no shell, the next start ends the server (see {@link endOrphan}).
 */
function startWatchdog(pid: number, user: ProcessUser | null): () => Promise<void> {
  if (process.platform === 'win32') return async () => {}
  const watchdog = spawn('/bin/sh', ['-c', watchdogScript, 'postgres-watchdog', String(pid)], {
    cwd: '/',
    env: serverEnvironment,
    stdio: ['pipe', 'ignore', 'ignore'],
    // A signal for the whole process group must not end the shell before this process.
    detached: true,
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
  const gone = once(watchdog, 'exit').catch(() => undefined)
  watchdog.stdin?.on('error', () => undefined)
  watchdog.unref()
  ;(watchdog.stdin as Socket | null)?.unref()
  return async () => {
    watchdog.ref()
    if (watchdog.kill('SIGKILL')) await gone
  }
}

/** Null when the server reports in its pid file that it is ready, which costs no connection; else the reason. */
async function untilReady(child: ChildProcess, folder: string): Promise<string | null> {
  const until = performance.now() + readyWithinMs
  while (child.exitCode === null && child.signalCode === null && performance.now() < until) {
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return null
    await wait(5)
  }
  return 'it was not ready in time'
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  for (const [signal, ms] of [
    ['SIGINT', gracefulMs],
    ['SIGQUIT', firmMs],
  ] as const) {
    child.kill(signal)
    const timer = new AbortController()
    const gone = await Promise.race([
      ended.then(() => true),
      wait(ms, false, { signal: timer.signal }).catch(() => false),
    ])
    timer.abort()
    if (gone) return
  }
  child.kill('SIGKILL')
  await ended
}

/** A larger log is moved to `postgres.log.1` and begins anew. */
const maxBytes = 5 * 1024 * 1024
const checkEveryMs = 60_000

/** The file to which the server writes its messages. A pipe would break when this process is killed. */
interface ServerLog {
  readonly fd: number
  /** Returns the text since the last call, which explains why a server did not start. */
  recent(): Promise<string>
  close(): Promise<void>
}

export async function openServerLog(dataDir: string, user: ProcessUser | null): Promise<ServerLog> {
  const path = join(dataDir, 'postgres.log')
  await boundSize(path)
  const writer = await open(path, 'a', 0o600)
  if (user) await writer.chown(user.uid, user.gid)
  const reader = await open(path, 'r')
  let readUpTo = (await reader.stat()).size
  const timer = setInterval(() => void boundSize(path), checkEveryMs)
  timer.unref()
  return {
    fd: writer.fd,
    recent: async () => {
      const text = await readFrom(reader, readUpTo)
      readUpTo += Buffer.byteLength(text)
      return text.trim()
    },
    close: async () => {
      clearInterval(timer)
      await Promise.all([writer.close(), reader.close()])
    },
  }
}

async function readFrom(reader: FileHandle, position: number): Promise<string> {
  const { size } = await reader.stat()
  const buffer = Buffer.alloc(Math.max(0, Math.min(size - position, 64 * 1024)))
  const { bytesRead } = await reader.read(buffer, 0, buffer.length, position)
  return buffer.toString('utf8', 0, bytesRead)
}

/** The server opens the file to append, so after the cut it writes at the new end. */
async function boundSize(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found || found.size <= maxBytes) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}

const run = promisify(execFile)

/** Signals to end a server, each with the milliseconds until a stronger one follows. */
const signals = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/**
 * Ends the server that a killed backend left running on this data folder, and removes the files that would keep a
 * new one from starting. Another process that has the server's number by now is left alone.
 */
export async function endOrphan(folder: string, logger: Logger): Promise<void> {
  const [line = ''] = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(line)
  // After a server that is gone, PostgreSQL itself removes the files, and looks for children of the server.
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
    // A process that may not be inspected is another user's, so it is no server of this data folder.
    return false
  }
}

async function endProcess(pid: number): Promise<void> {
  const identity = await processIdentity(pid)
  for (const [signal, maxMs] of signals) {
    if (identity === null || (await processIdentity(pid)) !== identity) return
    process.kill(pid, signal)
    const until = performance.now() + maxMs
    while (performance.now() < until && (await processIdentity(pid)) === identity) await wait(10)
  }
}
