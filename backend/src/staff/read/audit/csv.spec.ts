import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { describe, expect, it } from 'vitest'
import { csvHead, csvLines } from './csv.ts'

const entry: AuditEntry = {
  position: 7,
  stream: 'team-1',
  type: 'TeamMarkedPaid',
  module: 'tournament',
  at: '2025-11-22T18:00:00.000Z',
  happened_at: null,
  actor: { kind: 'staff', id: 'tom', name: 'Tom Sawyer', role: 'TD' },
  sentence: { text: 'marked Huck Finns as paid', was: 'not paid', subject: 'Huck Finns', thing: 'Huck Finns' },
  data: {},
  correlation_id: 'c',
  undoable: true,
  undoes: null,
  undone_by: null,
}

describe('the audit as a file', () => {
  it('has one line for each entry', () => {
    expect(csvHead).toBe(
      '\uFEFFtime (UTC),time at the venue (America/Chicago),who,role,what,before,subject,module,action,stream,position,happened (UTC),happened at the venue (America/Chicago)\r\n',
    )
    expect(csvLines([entry])).toBe(
      '2025-11-22T18:00:00.000Z,2025-11-22 12:00:00,Tom Sawyer,TD,marked Huck Finns as paid,not paid,Huck Finns,tournament,TeamMarkedPaid,team-1,7,,\r\n',
    )
  })

  it('tells when something really happened by both clocks, too', () => {
    expect(csvLines([{ ...entry, happened_at: '2025-11-22T17:30:00.000Z' }])).toMatch(
      /,7,2025-11-22T17:30:00\.000Z,2025-11-22 11:30:00\r\n$/,
    )
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['@cmd', "'@cmd"],
    ['Huck, and "Tom"', '"Huck, and ""Tom"""'],
    ['two\nlines', '"two\nlines"'],
  ])('makes no formula and no second line of %j', (subject, cell) => {
    const line = csvLines([{ ...entry, sentence: { text: 'registered a team', was: null, subject, thing: subject } }])
    expect(line).toContain(`,registered a team,,${cell},`)
  })
})
