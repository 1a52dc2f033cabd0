import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seed } from '../fixtures/seed.fixture.ts'
import { copyField, copyFields, nullField } from './copy.ts'

/** What the format escapes, the letters that it escapes with, and others. */
const unit = fc.constantFrom(...'\b\f\n\r\t\v\\bfnrtvN0x ', 'é', '🥧')

describe('the text format of COPY', () => {
  it('keeps tabs, line ends and backslashes apart from its own', () => {
    expect(copyField('a\tb\nc\\N')).toBe('a\\tb\\nc\\\\N')
    expect(copyFields('a\\tb\t\\N\t\\\\N\t')).toEqual(['a\tb', null, '\\N', ''])
  })

  it('gives back any row that was written', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string({ unit })), { minLength: 1 }), (row) => {
        const line = row.map((field) => (field === null ? nullField : copyField(field))).join('\t')
        expect(line).not.toContain('\n')
        expect(copyFields(line)).toEqual(row)
      }),
      { seed },
    )
  })
})
