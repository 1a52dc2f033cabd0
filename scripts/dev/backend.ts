import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import getPort from 'get-port'

const root = resolve(import.meta.dirname, '../..')

export interface Backend {
  readonly address: string
  /** Resolves when it answers for the first time. */
  readonly ready: Promise<void>
  /** Asks it to drain and waits until it has. */
  stop(): Promise<void>
}

/** The backend as a process of its own, started anew whenever a file changes that it has loaded. */
export async function startBackend(siteUrl: string): Promise<Backend> {
  const port = await getPort({ host: '127.0.0.1' })
  const child: ChildProcess = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', resolve(root, 'backend/src/main.ts')],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', SITE_URL: process.env.SITE_URL ?? siteUrl },
    },
  )
  const gone = once(child, 'exit')
  const ready = Promise.withResolvers<void>()
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      // Names the port behind this address, where pages come without hot reload.
      if (/ is ready: http/.test(line)) ready.resolve()
      else console.log(line)
    })
  return {
    address: `http://127.0.0.1:${port}`,
    ready: ready.promise,
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}
