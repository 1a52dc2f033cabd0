import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { columnNamed, columns, findReach, isIn, ownErrors } from './column.ts'
import { findImporters } from './importers.ts'

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

  it('has the errors of its own files and its importers, with what explains them, and those of the settings', () => {
    const printed = [
      'mfe-dinner/src/mfe.ts(3,7): error TS2322: Type 1 is not assignable.',
      '  Because of this.',
      'backend/src/tournament/module.ts(1,1): error TS1005: Expected.',
      '  Because of that.',
      'bench/crowded.ts(69,92): error TS2322: Type 2 is not assignable.',
      'error TS5058: There is no such file.',
    ].join('\n')
    expect(ownErrors(dinner, new Set(['bench/crowded.ts']), printed)).toEqual([
      'mfe-dinner/src/mfe.ts(3,7): error TS2322: Type 1 is not assignable.\n  Because of this.',
      'bench/crowded.ts(69,92): error TS2322: Type 2 is not assignable.',
      'error TS5058: There is no such file.',
    ])
  })
})

describe('what a change of a column can break', () => {
  const { importers, guards } = findReach(dinner)

  it('is compiled: benches and scenarios of all modules, and files of another team that import it themselves', () => {
    expect(importers).toContain('bench/crowded.ts')
    expect(importers).toContain('backend/src/across-modules/undo-every-event.int.spec.ts')
    expect([...importers].filter((file) => isIn(dinner, file))).toEqual([])
  })

  it('is tested: digests, recorded events, the undo table, surfaces, the docs and the boundaries', () => {
    for (const file of [
      'backend/src/across-modules/read-model-digests.spec.ts',
      'backend/src/across-modules/undo-every-event.int.spec.ts',
      'events/src/language/recorded.spec.ts',
      'scripts/checks/docs.spec.ts',
      'scripts/checks/undo-offers.spec.ts',
      'scripts/checks/seams.spec.ts',
      'scripts/surfaces/surfaces.spec.ts',
      'scripts/part-descriptions.spec.ts',
    ])
      expect(guards).toContain(file)
  })

  it('has no test that is slow, or of another team', () => {
    expect(guards.filter((file) => /^(mfe-|bench\/torture|backend\/src\/(staff|tournament)\/)/.test(file))).toEqual([])
  })
})

it('follows imports through other files, but not on from those of another team', () => {
  const imports = [
    'shared imports own',
    'bench imports shared',
    'other imports own',
    'far imports other',
    'alien imports shared',
  ]
  const found = findImporters(
    imports.map((line) => {
      const [from = '', , to = ''] = line.split(' ')
      return { from, to, isTypeOnly: false }
    }),
    (file) => file === 'own',
    (file) => ['other', 'alien'].includes(file),
  )
  expect([...found].toSorted()).toEqual(['bench', 'other', 'shared'])
})
