import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { makeScratch } from './scratch.ts'

it('removes what killed runs left, and neither that of a run under way nor what is not of a run', () => {
  const base = mkdtempSync(join(tmpdir(), 'scratch-'))
  const { pid: gone } = spawnSync(process.execPath, ['--version'])
  const [left, underWay, other] = [`ultimate-tests-${gone}-abc`, `ultimate-tests-${process.ppid}-abc`, 'site-abc']
  try {
    for (const name of [left, underWay, other]) mkdirSync(join(base, name, 'postgres'), { recursive: true })
    const made = makeScratch(base)
    expect(dirname(made)).toBe(base)
    expect([left, underWay, other].map((name) => existsSync(join(base, name)))).toEqual([false, true, true])
    // The next one of the same process leaves it alone.
    expect(existsSync(makeScratch(base)) && existsSync(made)).toBe(true)
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
})
