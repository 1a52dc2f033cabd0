import { describe, expect, it } from 'vitest'
import { changedSeeds, findSharing, isSeed } from './typed-seeds.ts'

describe('Typed seeds', () => {
  it.each([
    ['', true],
    ['1', true],
    [' 200 ', true],
    ['0', false],
    ['201', false],
    ['1.5', false],
    ['-3', false],
    ['first', false],
  ])('are whole numbers from 1 to 200, or nothing: %j is %s', (text, is) => expect(isSeed(text)).toBe(is))

  const teams = [{ id: 'huck', seed: 2 }, { id: 'tom' }, { id: 'becky', seed: 5 }]

  it('are sent where they are new, changed or taken away', () => {
    expect(changedSeeds(teams, { huck: '2', tom: '1', becky: ' ' })).toEqual([
      { id: 'tom', seed: 1 },
      { id: 'becky', seed: null },
    ])
  })

  it('may be shared: the older bid goes first', () => {
    const shared = (id: number, typed = {}) => findSharing(teams[id] as (typeof teams)[0], teams, typed)?.id
    expect([shared(0), shared(1), shared(2)]).toEqual([undefined, undefined, undefined])
    expect(shared(2, { becky: '2' })).toBe('huck')
  })
})
