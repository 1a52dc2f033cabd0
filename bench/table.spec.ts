import { describe, expect, it } from 'vitest'
import { withFigures } from './page.ts'
import { cellsOf, isMet, type Row } from './table.ts'

const row = (change: Partial<Row>): Row => ({
  what: 'write',
  unit: 'requests/s',
  ours: 120,
  against: 'Koa',
  theirs: 100,
  ratio: 1.2,
  aim: '',
  ...change,
})

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
    expect(cellsOf(row({ ratio: 1.1999, aim: '≥ 1.2' })).slice(-3)).toEqual(['1.20', '≥ 1.2', 'no'])
  })

  it('is false where there is no ratio', () => {
    expect(isMet(row({ ratio: Number.NaN, aim: '≥ 1' }))).toBe(false)
  })
})

describe('The page with the figures', () => {
  const order = ['reads', 'peers']
  const empty = '# Performance\n\n## Figures\n\n## Aims\nAll.\n'
  const head =
    '| measurement | what | ours | against | theirs | unit | ratio | aim | met |\n|---|---|---|---|---|---|---|---|---|'
  const write = '| `peers` | write | 120 | Koa | 100 | requests/s | 1.20 | ≥ 1.15 | yes |'
  const page = withFigures(empty, 'peers', [row({ aim: '≥ 1.15' })], order)

  it('has what was measured', () => {
    expect(page).toBe(`# Performance\n\n## Figures\n${head}\n${write}\n\n## Aims\nAll.\n`)
  })

  it('has the measurements in their order, each with its latest rows', () => {
    const both = withFigures(page, 'reads', [row({ what: 'read' }), row({ what: 'page' })], order)
    const again = withFigures(both, 'reads', [row({ what: 'read', against: 'node:http' })], order)
    const read = '| `reads` | read | 120 | node:http | 100 | requests/s | 1.20 |  |  |'
    expect(again).toBe(`# Performance\n\n## Figures\n${head}\n${read}\n${write}\n\n## Aims\nAll.\n`)
  })

  it('may end with them', () => {
    const last = '# Performance\n\n## Figures\n'
    expect(withFigures(last, 'peers', [row({ aim: '≥ 1.15' })], order)).toBe(`${last}${head}\n${write}\n`)
  })
})
