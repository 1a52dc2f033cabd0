import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createCluster, dataArgument, readPassword, serverEnvironment, superuser } from './cluster.ts'
import { type ProcessUser, processUser } from './process-user.ts'
import { serverFiles } from './server-files.ts'

export interface EmbeddedPostgres {
  /** For `connect(url)`: libpq's form, with the socket's folder in `?host=`. */
  readonly url: string
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  /** More `-c name=value` settings. */
  readonly settings?: Readonly<Record<string, string>>
}

export async function startEmbeddedPostgres({
  dataDir,
  settings = {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(dataDir, 'postgres')
  const user = await processUser(folder)
  const files = await serverFiles(user)
  if (!(await stat(folder).catch(() => null))) await createCluster({ dataDir, user, files })
  const password = await readPassword(dataDir)
  const child = startServer(files.postgres, { folder, user, settings })
  await untilReady(child, folder)
  return {
    url: `postgres://${superuser}:${password}@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      const closed = once(child, 'exit')
      child.kill('SIGINT')
      await closed
    },
  }
}

function startServer(
  program: string,
  { folder, user, settings }: { folder: string; user: ProcessUser | null; settings: Readonly<Record<string, string>> },
): ChildProcess {
  const all = { listen_addresses: '', unix_socket_directories: '.', ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(program, ['-D', dataArgument(folder, user), ...flags], {
    cwd: folder,
    env: serverEnvironment,
    stdio: 'ignore',
    detached: true,
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
}

async function untilReady(child: ChildProcess, folder: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode} while it started`)
    const state = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
    if (state.startsWith(`${child.pid}\n`) && state.includes('\nready')) return
    await wait(5)
  }
}
