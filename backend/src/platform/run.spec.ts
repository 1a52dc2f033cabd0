import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const quotePath = (path: string) => JSON.stringify(resolve(import.meta.dirname, path))

/** It has nothing to end, so it leaves at once. */
const program = `
  import { run } from ${quotePath('run.ts')}
  import { createLogger } from ${quotePath('logging.ts')}
  await run(async () => process.send('ready'), createLogger())
`

it('leaves with 0 at a signal also when the reader of what it prints has just gone', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  child.stdout?.destroy()
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})
