import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { dataArgument, serverEnvironment } from './cluster.ts'
import type { ProcessUser } from './process-user.ts'
import type { ServerLog } from './server-log.ts'

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
    // Out of our terminal's reach: Ctrl-C is for us, who stop the server last.
    detached: true,
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const why = await Promise.race([untilReady(child, folder), ended])
  if (why !== null) {
    child.kill('SIGKILL')
    throw new Error(`PostgreSQL did not start (${why}):\n${await log.recent()}`)
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

/** Ends the server in order and, if it hangs, at once. Its input stays empty, and ends when this process ends. */
const watchdogScript = `read -r _
kill -INT "$1" || exit 0
for _ in 1 2 3 4 5 6; do sleep 5; kill -0 "$1" || exit 0; done
kill -QUIT "$1"`

/**
 * Nothing in this process runs when it is killed, so a shell waits for the end of a pipe of which only this process
 * holds the other side, and ends the server then. Where there is no shell, the next start ends it (see orphan.ts).
 */
function startWatchdog(pid: number, user: ProcessUser | null): () => Promise<void> {
  if (process.platform === 'win32') return async () => {}
  const watchdog = spawn('/bin/sh', ['-c', watchdogScript, 'postgres-watchdog', String(pid)], {
    cwd: '/',
    env: serverEnvironment,
    stdio: ['pipe', 'ignore', 'ignore'],
    // A signal for our whole group must not end it before us.
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

/** Waits until the server reports in its pid file that it is ready, which costs no connection. Null means it is. */
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
