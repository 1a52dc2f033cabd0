import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { serve } from '../backend/src/main.ts'
import { CannotStart } from '../backend/src/platform/errors.ts'
import { readBundles } from './bundles.ts'
import { stopWithParent } from './stop-with-parent.ts'

/**
 * `npm start`: the backend, in this process, so that signals reach it as they are. It opens its port first, then has
 * what changed built by a process of its own, whose memory is free again afterward.
 */
stopWithParent()
await serve(build)

async function build(): Promise<void> {
  const bundles = await readBundles()
  if (bundles.every(({ isCurrent }) => isCurrent)) return
  const builder = spawn(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    // The builder ends when this process is killed, which closes the channel: two builders must not write one folder.
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  const leave = () => {
    builder.kill()
    process.exit(0)
  }
  const signals = ['SIGTERM', 'SIGINT'] as const
  for (const signal of signals) process.once(signal, leave)
  const [[code], complaint] = await Promise.all([once(builder, 'exit'), text(builder.stderr as Readable)])
  if (code !== 0) throw new CannotStart(`The site could not be built:\n${complaint.trim()}`)
  for (const signal of signals) process.off(signal, leave)
}
