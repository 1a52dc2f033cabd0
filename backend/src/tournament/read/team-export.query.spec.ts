import { describe, expect, it } from 'vitest'
import { type ContactTeam, teamsCsv } from './team-export.query.ts'

const huckFinns: ContactTeam = {
  by_hand: false,
  place: 7,
  id: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  team_name: 'Huck Finns',
  past_team_names: 'Tom Sawyers',
  location: 'Florence, AL',
  division: 'rec',
  captain_name: 'Becky Thatcher',
  captain_email: 'becky@example.org',
  captain_phone: '(256) 555-0142',
  alternate_name: null,
  alternate_email: null,
  alternate_phone: null,
  comments: '',
  created_at: new Date('2025-09-01T12:05:00Z'),
  status: 'confirmed',
  paid: true,
  email_confirmed: true,
  entered_by_staff: false,
}
const bom = '\u{FEFF}'

/** Cells of the record after the head, read as RFC 4180 says. */
function readCells(changes: Partial<ContactTeam>): Record<string, string> {
  const [head = [], ...records] = read(teamsCsv([{ ...huckFinns, ...changes }]))
  expect(records).toHaveLength(1)
  return Object.fromEntries(head.map((name, index) => [name, records[0]?.[index] ?? '']))
}

function read(text: string): string[][] {
  const records: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text
    .slice(bom.length)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') records.push([])
  }
  return records.slice(0, -1)
}

describe('The exported list of teams', () => {
  it('begins with the mark by which Excel knows UTF-8, then the heads, then a record for each team', () => {
    expect(teamsCsv([huckFinns, { ...huckFinns, place: 8 }]).split('\r\n')).toEqual([
      `${bom}"#","Team","Division","Status","Paid","Location","Captain","Captain email","Captain phone",` +
        '"Alternate captain","Alternate email","Alternate phone","Past team names","Comments",' +
        '"Registered (venue time)","Id","Email confirmed"',
      '7,"Huck Finns","Recreational","Confirmed","Yes","Florence, AL","Becky Thatcher","becky@example.org",' +
        '"(256) 555-0142","","","","Tom Sawyers","","2025-09-01 07:05","6f9619ff-8b86-4011-b42d-00c04fc964ff","Yes"',
      expect.stringMatching(/^8,/),
      '',
    ])
  })

  it('gives no number to a bid that does not count yet', () => {
    expect(readCells({ place: null, email_confirmed: false })).toMatchObject({ '#': '', 'Email confirmed': 'No' })
  })

  it('has its heads also where no team has registered', () => {
    expect(read(teamsCsv([]))).toHaveLength(1)
  })

  it.each([
    ['a comma', 'Huck, Tom and Becky'],
    ['quotes', 'The "Real" Huck Finns'],
    ['a line break', 'one\ntwo'],
    ['a carriage return', 'one\rtwo'],
    ['both', 'one\r\ntwo'],
    ['a semicolon', 'Huck; Finns'],
    ['emoji and right-to-left text', '🦃 קבוצה'],
    ['HTML', '<b>Huck</b>'],
  ])('gives back a text with %s as it was', (_, text) => {
    expect(readCells({ comments: text })['Comments']).toBe(text)
  })

  it.each([
    ['=HYPERLINK("https://evil.example")'],
    ['+1+1'],
    ['-2+3'],
    ['@SUM(A1)'],
    ['\t=1+1'],
    ['\r=1+1'],
    ['＝1+1'],
  ])('keeps a spreadsheet from calculating %j', (text) => {
    for (const field of ['team_name', 'location', 'captain_name', 'comments', 'past_team_names'] as const)
      expect(Object.values(readCells({ [field]: text }))).toContain(`'${text}`)
  })

  it.each(['=', '-', '@', '+'])('leaves a text alone that has %s further on', (sign) => {
    expect(readCells({ team_name: `Huck ${sign} Finns` })['Team']).toBe(`Huck ${sign} Finns`)
  })

  it('keeps the plus of a phone behind the apostrophe, and other phones as they are', () => {
    const cells = readCells({ captain_phone: '+1 256 555-0142', alternate_phone: '256.555.0143' })
    expect(cells['Captain phone']).toBe("'+1 256 555-0142")
    expect(cells['Alternate phone']).toBe('256.555.0143')
  })

  it('says when a team registered by the clock at the venue, in summer and in winter', () => {
    const at = (time: string) => readCells({ created_at: new Date(time) })['Registered (venue time)']
    expect(at('2025-08-01T04:59:00Z')).toBe('2025-07-31 23:59')
    expect(at('2025-11-22T06:00:00Z')).toBe('2025-11-22 00:00')
  })
})
