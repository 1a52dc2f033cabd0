import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { describe, expect, it } from 'vitest'
import { countNewer, toPages, withNewer, withOlder } from './audit-pages.ts'

const entry = (position: number): AuditEntry => ({
  position,
  stream: 'team-1',
  type: 'TeamMarkedPaid',
  module: 'tournament',
  happened_at: null,
  at: '2025-11-22T18:00:00.000Z',
  actor: { kind: 'staff', id: 'tom', name: 'Tom Sawyer', role: 'TD' },
  sentence: { text: 'marked Huck Finns as paid', was: null, subject: 'Huck Finns', thing: 'Huck Finns' },
  data: {},
  correlation_id: 'c',
  undoable: true,
  undoes: null,
  undone_by: null,
})
const page = (positions: number[], next: number | null = null) => ({ events: positions.map(entry), next })
const positions = ({ entries }: { entries: readonly AuditEntry[] }) => entries.map(({ position }) => position)

describe('the pages of the audit', () => {
  it('grow at their end, and show nothing twice', () => {
    const pages = withOlder(toPages(page([9, 8], 8)), page([8, 7, 6], null))
    expect(positions(pages)).toEqual([9, 8, 7, 6])
    expect(pages.next).toBeNull()
  })

  it('show how far back was looked, also where nothing was found there', () => {
    const pages = toPages({ ...page([9, 8], 8), reached: '2025-11-22T18:00:00.000Z' })
    expect(withOlder(pages, { ...page([], 5), reached: '2024-11-22T18:00:00.000Z' }).reached).toBe(
      '2024-11-22T18:00:00.000Z',
    )
    expect(withOlder(pages, page([], null)).reached).toBe('2025-11-22T18:00:00.000Z')
  })

  it('grow at their beginning by what is newer, and keep where they end', () => {
    const pages = withNewer(toPages(page([9, 8], 8)), page([11, 10, 9], 9))
    expect(positions(pages)).toEqual([11, 10, 9, 8])
    expect(pages.next).toBe(8)
  })

  it('begin anew where more happened than one page tells', () => {
    const pages = withNewer(toPages(page([9, 8], 8)), page([30, 29], 29))
    expect(positions(pages)).toEqual([30, 29])
    expect(pages.next).toBe(29)
  })

  it('stay as they are where nothing is new', () => {
    expect(positions(withNewer(toPages(page([9, 8], 8)), page([9, 8], 8)))).toEqual([9, 8])
  })

  it('count what waits above', () => {
    const pages = toPages(page([9]))
    expect(countNewer(pages)).toBe(0)
    expect(countNewer({ ...pages, waiting: page([11, 10, 9]) })).toBe(2)
  })
})
