import { describe, expect, it } from 'vitest'
import { row } from './table.fixture.ts'
import { formatCells, isMet } from './table.ts'

describe('Whether an aim is met', () => {
  it.each([
    ['≥ 1.2', true],
    ['≥ 1.21', false],
    ['≤ 1.2', true],
    ['≤ 1.1', false],
    ['≥ 1.2 and ≥ 100,000/s', false],
    ['≥ 1.2 and ≤ 130 requests/s', true],
    ['≤ 20 requests/s more', true],
    ['≤ 19 requests/s more', false],
    ['none', null],
    ['', null],
  ])('%s', (aim, met) => {
    expect(isMet(row({ aim }))).toBe(met)
  })

  it('is decided before rounding', () => {
    expect(formatCells(row({ ratio: 1.1999, aim: '≥ 1.2' })).slice(-3)).toEqual(['1.20', '≥ 1.2', 'no'])
  })

  it('is false where there is no ratio', () => {
    expect(isMet(row({ ratio: Number.NaN, aim: '≥ 1' }))).toBe(false)
  })
})
