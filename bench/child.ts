import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export interface Child {
  readonly origin: string
  readonly pid: number
  stop(): Promise<void>
}

/**
 * Starts the server `servers/<server>.ts` in a process of its own, with Node's defaults unless there are `flags`. Resolves
 * once it listens.
 */
export async function startChild(
  server: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<Child> {
  const file = resolve(import.meta.dirname, 'servers', `${server}.ts`)
  const child: ChildProcess = fork(file, args, { execArgv: [...flags] })
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The server ${server} ended before it listened`))),
  ])) as [{ port: number }]
  return {
    origin: `http://127.0.0.1:${message.port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
