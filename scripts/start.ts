import { serve } from '../backend/src/main.ts'
import { CannotStart } from '../backend/src/platform/errors.ts'
import { buildSite } from './build.ts'
import { stopWithParent } from './stop-with-parent.ts'

/**
 * `npm start`: the backend, in this process, so that signals reach it as they are. It opens its port first, then builds
 * what changed.
 */
stopWithParent()
await serve(build)

async function build(): Promise<void> {
  const leave = () => process.exit(0)
  const signals = ['SIGTERM', 'SIGINT'] as const
  for (const signal of signals) process.once(signal, leave)
  await buildSite().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotStart(`The site could not be built:\n${reason}`, { cause: error })
  })
  for (const signal of signals) process.off(signal, leave)
}
