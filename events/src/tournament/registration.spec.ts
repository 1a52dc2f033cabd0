import { describe, expect, it } from 'vitest'
import { correction, maxLength, registration } from './registration.ts'

const bid = {
  teamName: 'Huck Finns',
  pastTeamNames: 'Tom Sawyers',
  location: 'Florence, AL',
  division: 'rec',
  captainName: 'Becky Thatcher',
  captainEmail: 'becky@example.org',
  captainPhone: '(256) 555-0142',
  altCaptainName: 'Joe Harper',
  altCaptainEmail: 'joe@example.org',
  altCaptainPhone: '256.555.0143',
  comments: 'We bring our own raft.\nAnd a fence.',
} as const
type Field = keyof typeof bid

/** Returns the sentences about a bid, by field; empty when it is good. */
function sentencesFor(changes: Partial<Record<string, unknown>>): Record<string, string> {
  const result = registration.safeParse({ ...bid, ...changes })
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

const requiredSentences: [Field, string][] = [
  ['teamName', 'Team name is required.'],
  ['location', 'Location is required.'],
  ['division', 'Please choose a division.'],
  ['captainName', 'Captain name is required.'],
  ['captainEmail', 'Valid email required.'],
  ['captainPhone', 'Valid phone required.'],
]
const optionalFields: Field[] = ['pastTeamNames', 'altCaptainName', 'altCaptainEmail', 'altCaptainPhone', 'comments']

const limits: [Field, number, string][] = [
  ['teamName', maxLength.name, 'x'],
  ['location', maxLength.location, 'x'],
  ['captainName', maxLength.name, 'x'],
  ['captainEmail', maxLength.email, 'x'],
  ['captainPhone', maxLength.phone, '5'],
  ['altCaptainName', maxLength.name, 'x'],
  ['altCaptainEmail', maxLength.email, 'x'],
  ['altCaptainPhone', maxLength.phone, '5'],
  ['pastTeamNames', maxLength.pastTeamNames, 'x'],
  ['comments', maxLength.comments, 'x'],
]
/** Returns an address as long as wished: a mail server takes 64 letters before the @, and 63 between two dots. */
const address = (length: number, letter: string) =>
  `${letter.repeat(64)}@${`${letter.repeat(58)}.`.repeat(3)}${letter.repeat(length - 64 - 1 - 3 * 59)}`
const fill = (field: Field, length: number, letter: string) =>
  field.endsWith('Email') ? address(length, letter) : letter.repeat(length)

describe('A bid', () => {
  it('is accepted with everything filled in', () => {
    expect(registration.parse(bid)).toEqual(bid)
  })

  it('is accepted without the optional fields, which are then empty', () => {
    const { teamName, location, division, captainName, captainEmail, captainPhone } = bid
    const parsed = registration.parse({ teamName, location, division, captainName, captainEmail, captainPhone })
    expect(optionalFields.map((field) => parsed[field])).toEqual(['', '', '', '', ''])
  })

  it.each(requiredSentences)('says of an empty, blank, missing or null %s: %s', (field, sentence) => {
    for (const value of ['', '   ', '\t \n', undefined, null])
      expect(sentencesFor({ [field]: value })).toEqual({ [field]: sentence })
  })

  it.each(['\u200B', '\u2060\u200D', '\u3164'])('is not fooled by a name that draws nothing (%j)', (name) => {
    expect(sentencesFor({ teamName: name })).toEqual({ teamName: 'Team name is required.' })
  })

  it.each(optionalFields)('takes an empty or blank %s', (field) => {
    expect(sentencesFor({ [field]: '' })).toEqual({})
    expect(sentencesFor({ [field]: '   ' })).toEqual({})
  })

  it.each(limits)('takes a %s of %i characters and not one more', (field, max, letter) => {
    expect(sentencesFor({ [field]: fill(field, max, letter) })).toEqual({})
    expect(sentencesFor({ [field]: fill(field, max + 1, letter) })).toEqual({
      [field]: `Please use at most ${max} characters.`,
    })
  })

  it.each(Object.keys(bid) as Field[])('wants text in %s, not a number, a list, an object or a truth', (field) => {
    for (const value of [42, ['x'], { x: 1 }, true])
      expect(Object.keys(sentencesFor({ [field]: value }))).toEqual([field])
  })

  it.each(limits.map(([field]) => field))('refuses NUL and other control characters in %s', (field) => {
    for (const control of ['\0', '\u0007', '\u001B', '\uD800'])
      expect(Object.keys(sentencesFor({ [field]: `x${control}x` }))).toEqual([field])
  })

  it.each(['teamName', 'location', 'captainName', 'altCaptainName', 'pastTeamNames', 'comments'] satisfies Field[])(
    'takes emoji, right-to-left and HTML text in %s as what they are: text',
    (field) => {
      for (const text of ['🦃🥏 family 👨‍👩‍👧', 'صحن طائر', '<b onclick="x">bold</b> & co'])
        expect(registration.parse({ ...bid, [field]: text })[field]).toBe(text)
    },
  )

  it.each([
    ['\u202D(256) 555-0142\u202C', '(256) 555-0142'],
    ['\u2068+1 256 555 0142\u2069', '+1 256 555 0142'],
    ['256\u2013555\u20130142', '256-555-0142'],
    ['256\u00AD555\u00AD0142', '2565550142'],
    ['256\u00A0555\u202F0142\uFE0F', '256 555 0142'],
    ['\uFEFF256\u2011555\u22120142\u200B', '256-555-0142'],
  ])('takes a phone as programs copy it: %j', (pasted, phone) => {
    const parsed = registration.parse({ ...bid, captainPhone: pasted, altCaptainPhone: pasted })
    expect([parsed.captainPhone, parsed.altCaptainPhone]).toEqual([phone, phone])
  })

  it.each([
    'becky@example.org\u200B',
    'becky@example.org\u2060',
    '\u2068becky@example.org\u2069',
    'bec\u00ADky@example.org\u00A0',
  ])('takes an address as programs copy it: %j', (pasted) => {
    const parsed = registration.parse({ ...bid, captainEmail: pasted, altCaptainEmail: pasted })
    expect([parsed.captainEmail, parsed.altCaptainEmail]).toEqual(['becky@example.org', 'becky@example.org'])
  })

  it('trims and composes texts', () => {
    expect(registration.parse({ ...bid, teamName: '  Cafe\u0301 Olé ' }).teamName).toBe('Café Olé')
  })

  it.each(['plain', 'a@b', 'a b@example.org', '@example.org', 'a@.', 'a@@example.org'])(
    'does not take %j for an e-mail address',
    (email) => {
      expect(sentencesFor({ captainEmail: email })).toEqual({ captainEmail: 'Valid email required.' })
      expect(sentencesFor({ altCaptainEmail: email })).toEqual({ altCaptainEmail: 'Alternate email looks invalid.' })
    },
  )

  it.each(['123456', '555-01x2', '+', '++2565550142', '256 555 0142+'])('does not take %j for a phone', (phone) => {
    expect(sentencesFor({ captainPhone: phone })).toEqual({ captainPhone: 'Valid phone required.' })
    expect(sentencesFor({ altCaptainPhone: phone })).toEqual({ altCaptainPhone: 'Alternate phone looks invalid.' })
  })

  it.each(['5550142', '+1 (256) 555-0142', '256.555.0142'])('takes %j for a phone', (phone) => {
    expect(sentencesFor({ captainPhone: phone, altCaptainPhone: phone })).toEqual({})
  })

  it('has no room for unknown fields', () => {
    expect(registration.safeParse({ ...bid, paid: true }).success).toBe(false)
  })
})

describe('A correction by the captain', () => {
  const { division: _, ...form } = bid

  it('names only what was sent, so that absent fields stay as they are', () => {
    const { pastTeamNames, altCaptainName, altCaptainEmail, altCaptainPhone, comments, ...required } = form
    expect(correction.parse(required)).toEqual(required)
    const emptied = { pastTeamNames: '', altCaptainName: '', altCaptainEmail: '', altCaptainPhone: '', comments: '' }
    expect(correction.parse({ ...form, ...emptied })).toEqual({ ...form, ...emptied })
  })

  it('needs all required fields', () => {
    const { teamName: __, ...others } = form
    expect(correction.safeParse(others).error?.issues).toMatchObject([
      { path: ['teamName'], message: 'Team name is required.' },
    ])
  })
})
