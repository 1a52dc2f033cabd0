import { describe, expect, it } from 'vitest'
import { whatDiffers } from './what-differs.ts'

describe('what differs between a row that is served and the one that the facts make', () => {
  it('is listed field by field', () =>
    expect(whatDiffers({ id: '1', name: 'Mallory', paid: true }, { id: '1', name: 'Hank', paid: false })).toEqual([
      'name is served as "Mallory"; the facts make it "Hank"',
      'paid is served as true; the facts make it false',
    ]))

  it('takes nothing and null for the same', () => expect(whatDiffers({ id: '1' }, { id: '1', at: null })).toEqual([]))

  it('is all of a row that is missing on one side', () => {
    expect(whatDiffers(null, { id: '1' })).toEqual(['The facts make this row, and it is not served: {"id":"1"}'])
    expect(whatDiffers({ id: '1' }, null)).toEqual(['This row is served, and no fact makes it: {"id":"1"}'])
  })
})
