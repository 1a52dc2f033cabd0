import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
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
      stdio: 'inherit',
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', SITE_URL: process.env.SITE_URL ?? siteUrl },
    },
  )
  const gone = once(child, 'exit')
  const address = `http://127.0.0.1:${port}`
  return {
    address,
    ready: answering(`${address}/healthz`),
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function answering(url: string): Promise<void> {
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) await wait(200)
}
