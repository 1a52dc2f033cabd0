import { csvEnd, csvHead, csvLines } from '@ultimate/backend/staff/read/audit/csv.ts'
import { describe, expect, it } from 'vitest'
import { countEntries } from './audit.ts'

const entry = {
  position: 1,
  stream: 'team-1',
  type: 'TeamMarkedPaid',
  module: 'tournament',
  at: '2025-11-22T18:00:00.000Z',
  happened_at: null,
  actor: { kind: 'system', id: 'site', name: null, role: null },
  sentence: { text: 'marked a team as paid', was: null, subject: 'Huck Finns', thing: 'Huck Finns' },
} as const

async function* inChunks(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size))
}

describe('An export of the audit', () => {
  const lines = csvHead + csvLines([entry, entry, entry])

  it.each([1, 7, 1_000])('that is whole has as many entries as it states, in parts of %i', async (size) => {
    expect(await countEntries(inChunks(lines + csvEnd(3), size))).toBe(3)
  })

  it('that breaks off is no measurement', async () => {
    await expect(countEntries(inChunks(lines, 7))).rejects.toThrow('ended after 2 entries with: 2025-11-22')
  })

  it('that states another number is no measurement', async () => {
    await expect(countEntries(inChunks(lines + csvEnd(4), 7))).rejects.toThrow(
      'ended after 3 entries with: End of the export: 4 entries.',
    )
  })
})
