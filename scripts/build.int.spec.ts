import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

// The runner of browser tests ends its processes so, and what the bundler has not freed by then it prints.
it('a part is built without a warning, also in a process that ends at once', async () => {
  const out = await mkdtemp(join(tmpdir(), 'built-'))
  const script = `
    import { buildPart } from './scripts/build.ts'
    await buildPart('hello', 'e2e/fixtures/hello', process.argv[1])
    process.exit(0)`
  const words = ['--input-type=module', '--eval', script, out]
  const printed = await promisify(execFile)(process.execPath, words, { cwd: root })
  await rm(out, { recursive: true })
  expect(printed).toEqual({ stdout: '', stderr: '' })
})
