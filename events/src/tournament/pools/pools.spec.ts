import { describe, expect, it } from 'vitest'
import { byPoolName, configurationError, letterAt, letterOf, nextPoolNames, placeLabel } from './pools.ts'

describe('The configuration of new pools', () => {
  it.each([
    [0, 4, 0, 'Number of pools must be at least 1'],
    [Number.NaN, 4, 0, 'Number of pools must be at least 1'],
    [11, 4, 0, 'Number of pools cannot exceed 10'],
    [4, 1, 0, 'Pool size must be at least 2'],
    [4, Number.NaN, 0, 'Pool size must be at least 2'],
    [4, 9, 0, 'Pool size cannot exceed 8'],
    [0, 9, 0, 'Number of pools must be at least 1'],
    [4, 9, 26, 'Pool size cannot exceed 8'],
    [4, 5, 23, 'A division can have at most 26 pools'],
    [4, 5, 22, null],
    [1, 2, 0, null],
    [10, 8, 0, null],
  ])('of %d pools with %d places beside %d: %s', (count, size, existing, sentence) => {
    expect(configurationError(count, size, existing)).toBe(sentence)
  })
})

describe('The names of pools', () => {
  it('begin with A and go on with consecutive letters', () => {
    expect(nextPoolNames([], 3)).toEqual(['Pool A', 'Pool B', 'Pool C'])
    expect(nextPoolNames(['Pool A', 'Pool B'], 2)).toEqual(['Pool C', 'Pool D'])
  })

  it('go on after the last letter, so that a deleted pool leaves a gap and no double', () => {
    expect(nextPoolNames(['Pool A', 'Pool C'], 1)).toEqual(['Pool D'])
  })

  it('go on after Z, and past names of another kind', () => {
    expect(nextPoolNames(['Pool Z', 'The Early Birds'], 2)).toEqual(['Pool AA', 'Pool AB'])
    expect(nextPoolNames(['Pool AA'], 1)).toEqual(['Pool AB'])
    expect(nextPoolNames(['Pool A', 'TEAM', 'Best B'], 1)).toEqual(['Pool B'])
    expect([0, 25, 26, 51, 52].map(letterAt)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA'])
  })

  it('sort by letter, and numbers by their value', () => {
    const names = ['Pool AA', 'Pool B', 'Pool 10', 'Pool 2', 'Pool A', 'Pool Z']
    expect(
      names
        .map((name) => ({ name }))
        .sort(byPoolName)
        .map(({ name }) => name),
    ).toEqual(['Pool 2', 'Pool 10', 'Pool A', 'Pool B', 'Pool Z', 'Pool AA'])
    expect([{ name: 'Pool A' }, { name: 'BEST' }].sort(byPoolName)[0]).toEqual({ name: 'BEST' })
  })

  it('give places their labels: the letter and the position', () => {
    expect([placeLabel('Pool A', 0), placeLabel('Pool AB', 7)]).toEqual(['A1', 'AB8'])
    expect([letterOf('The Early Birds'), placeLabel('The Early Birds', 1)]).toEqual([
      'The Early Birds',
      'The Early Birds 2',
    ])
    expect(['AB', 'ABC'].map((name) => placeLabel(name, 0))).toEqual(['AB1', 'ABC 1'])
  })

  it('have a letter in them only as the site names pools', () => {
    const others = ['Old Pool A', 'Pool ABC', 'Pool A2', 'Pool a', 'Pool ']
    expect(others.map(letterOf)).toEqual(others)
  })
})
