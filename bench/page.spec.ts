import { describe, expect, it } from 'vitest'
import { withMeasured } from './page.ts'
import { row } from './table.fixture.ts'

const order = ['reads', 'peers']
const empty = '# Performance\n\n## Machine\n\n## Figures\n\n## Aims\nAll.\n'
const first = { name: 'peers', rows: [row({ aim: '≥ 1.15' })], day: '2026-11-27', machine: '2 cores' }
const page = withMeasured(empty, first, order)

const machineHead = '| measurement | measured on | machine |\n|---|---|---|'
const head =
  '| measurement | what | ours | against | theirs | unit | ratio | aim | met |\n|---|---|---|---|---|---|---|---|---|'
const write = '| `peers` | write | 120 | Koa | 100 | requests/s | 1.20 | ≥ 1.15 | yes |'

describe('The page with the figures', () => {
  it('has what was measured, when, and on which machine', () => {
    expect(page).toBe(
      `# Performance\n\n## Machine\n${machineHead}\n| \`peers\` | 2026-11-27 | 2 cores |\n\n` +
        `## Figures\n${head}\n${write}\n\n## Aims\nAll.\n`,
    )
  })

  it('has the measurements in their order, each with its latest rows, day and machine', () => {
    const reads = {
      name: 'reads',
      rows: [row({ what: 'read' }), row({ what: 'page' })],
      day: '2026-11-28',
      machine: 'A',
    }
    const later = {
      name: 'reads',
      rows: [row({ what: 'read', against: 'node:http' })],
      day: '2026-11-29',
      machine: 'B',
    }
    const again = withMeasured(withMeasured(page, reads, order), later, order)
    const read = '| `reads` | read | 120 | node:http | 100 | requests/s | 1.20 |  |  |'
    expect(again).toBe(
      `# Performance\n\n## Machine\n${machineHead}\n| \`reads\` | 2026-11-29 | B |\n| \`peers\` | 2026-11-27 | 2 cores |\n\n` +
        `## Figures\n${head}\n${read}\n${write}\n\n## Aims\nAll.\n`,
    )
  })

  it('may end with them', () => {
    const last = '# Performance\n\n## Machine\n\n## Figures\n'
    const found = withMeasured(last, first, order)
    expect(found.slice(found.indexOf('## Figures'))).toBe(`## Figures\n${head}\n${write}\n`)
  })
})
