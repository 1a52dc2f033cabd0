import { readFileSync } from 'node:fs'
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
