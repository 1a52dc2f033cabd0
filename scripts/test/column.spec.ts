import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { columnNamed, columns, isIn, ownErrors } from './column.ts'

const root = resolve(import.meta.dirname, '../..')
const dinner = columnNamed('dinner')

describe('the column of a team', () => {
  it('is its part, its module, its language and its browser tests', () => {
    expect(dinner).toMatchObject({
      folders: ['mfe-dinner', 'backend/src/dinner', 'events/src/dinner'],
      browserTests: 'e2e/dinner',
    })
    expect(isIn(dinner, 'backend/src/dinner/module.ts')).toBe(true)
    expect(isIn(dinner, 'backend/src/tournament/module.ts')).toBe(false)
    expect(() => columnNamed('kitchen')).toThrow('--only takes tournament, dinner, staff; not kitchen.')
  })

  it('has an owner for each of its folders, and no other folder has', () => {
    const lines = readFileSync(join(root, '.github/CODEOWNERS'), 'utf8').split('\n')
    const owned = lines.filter((line) => line.startsWith('/')).map((line) => line.split(/\s+/))
    const expected = columns.flatMap(({ name, folders, browserTests }) =>
      [...folders, browserTests].map((folder) => [`/${folder}/`, `@thanksgiving/${name}`]),
    )
    expect(owned.toSorted()).toEqual(expected.toSorted())
  })

  it('has the errors of its own files, with what explains them, and those of the settings', () => {
    const printed = [
      'mfe-dinner/src/mfe.ts(3,7): error TS2322: Type 1 is not assignable.',
      '  Because of this.',
      'backend/src/tournament/module.ts(1,1): error TS1005: Expected.',
      '  Because of that.',
      'error TS5058: There is no such file.',
    ].join('\n')
    expect(ownErrors(dinner, printed)).toEqual([
      'mfe-dinner/src/mfe.ts(3,7): error TS2322: Type 1 is not assignable.\n  Because of this.',
      'error TS5058: There is no such file.',
    ])
  })
})

/** A working copy with the packages of this one. */
function workingCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'columns-'))
  for (const name of readdirSync(root))
    if (!['node_modules', 'dist', 'docs', '.git', '.data', 'test-results'].includes(name))
      cpSync(join(root, name), join(copy, name), {
        recursive: true,
        filter: (file) => !/[\\/](node_modules|dist|references)$/.test(file),
      })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

describe('a column that is broken', () => {
  it('stops its own release, and neither the checks nor the build of another', () => {
    const copy = workingCopy()
    const run = (script: string, ...words: string[]) => {
      try {
        return execFileSync(process.execPath, [script, ...words], { cwd: copy, encoding: 'utf8', stdio: 'pipe' })
      } catch (error) {
        return `failed: ${(error as { stderr: string }).stderr}`
      }
    }
    try {
      appendFileSync(join(copy, 'mfe-tournament/src/mfe.ts'), '\nexport const gravy = (\n')
      writeFileSync(join(copy, 'mfe-tournament/src/red.spec.ts'), 'throw new Error("burnt gravy")\n')
      expect(run('scripts/build.ts', '--only', 'tournament')).toMatch(/^failed: .*tournament:.*Syntax Error/s)
      expect(run('scripts/build.ts', '--only', 'dinner')).toContain('Built dinner.')
      expect(readdirSync(join(copy, 'dist/dinner'))).toContain('mf-manifest.json')
      const listed = run(
        'node_modules/vitest/vitest.mjs',
        'list',
        '--filesOnly',
        ...dinner.folders.map((one) => `${one}/`),
      )
      const files = listed.split('\n').filter((line) => line.includes('.spec.'))
      expect(files.length).toBeGreaterThan(50)
      expect(files.filter((file) => !isIn(dinner, file.replace(/^\[\w+\] /, '')))).toEqual([])
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })
})
