import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BidClient, bidClient } from '../test/test-bids.ts'

let bids: BidClient
beforeAll(async () => {
  bids = await bidClient()
})
afterAll(() => bids.close())

const tooLong = (max: number) => `Please use at most ${max} characters.`
const badFields: [field: string, value: unknown, sentence: string][] = [
  ...(
    [
      ['teamName', 'Team name is required.', 80],
      ['location', 'Location is required.', 120],
      ['captainName', 'Captain name is required.', 80],
      ['captainEmail', 'Valid email required.', 254],
      ['captainPhone', 'Valid phone required.', 32],
    ] as const
  ).flatMap(([field, sentence, max]): [string, unknown, string][] => [
    [field, undefined, sentence],
    [field, null, sentence],
    [field, '', sentence],
    [field, ' \t ', sentence],
    [field, '5'.repeat(max + 1), tooLong(max)],
  ]),
  ...['', ' ', 'COMP', 'both', 7, null, undefined].map((value): [string, unknown, string] => [
    'division',
    value,
    'Please choose a division.',
  ]),
  ['captainEmail', 'becky', 'Valid email required.'],
  ['captainEmail', 'becky thatcher@example.org', 'Valid email required.'],
  ['captainPhone', '256-55', 'Valid phone required.'],
  ['captainPhone', '☎️ 256-555-0142', 'Valid phone required.'],
  ['altCaptainEmail', 'joe', 'Alternate email looks invalid.'],
  ['altCaptainPhone', '<b>256</b>', 'Alternate phone looks invalid.'],
  ['altCaptainName', 'x'.repeat(81), tooLong(80)],
  ['altCaptainEmail', `${'x'.repeat(243)}@example.org`, tooLong(254)],
  ['altCaptainPhone', '5'.repeat(33), tooLong(32)],
  ['pastTeamNames', 'x'.repeat(501), tooLong(500)],
  ['comments', 'x'.repeat(2001), tooLong(2000)],
  ['paid', true, 'Unknown field.'],
  ['__proto__x', {}, 'Unknown field.'],
]
const textFields = [
  ...['teamName', 'pastTeamNames', 'location', 'captainName', 'captainEmail', 'captainPhone'],
  ...['altCaptainName', 'altCaptainEmail', 'altCaptainPhone', 'comments'],
]

describe('A bad bid', () => {
  it.each(badFields)('is refused for %s = %j: %s', async (field, value, sentence) => {
    const before = await bids.eventCount()
    const { status, body } = await bids.register({ [field]: value })
    expect(status).toBe(422)
    expect(body).toEqual({
      code: 'INVALID_FIELDS',
      message: 'Please fix the errors and submit again.',
      error: 'Please fix the errors and submit again.',
      fields: { [field]: sentence },
    })
    expect(await bids.eventCount()).toBe(before)
  })

  it.each(textFields)('may not hold a number, a list, an object, NUL or half a character in %s', async (field) => {
    const before = await bids.eventCount()
    for (const value of [5_550_142, ['a'], { a: 1 }, true, 'a\0b@example.org', '\u001b[31m', '\ud800']) {
      const { status, body } = await bids.register({ [field]: value })
      expect({ value, status, fields: Object.keys(body.fields ?? {}) }).toEqual({ value, status: 422, fields: [field] })
    }
    expect(await bids.eventCount()).toBe(before)
  })

  it('is refused for all its fields at once', async () => {
    const { body } = await bids.call('POST', '/register-team', { body: {} })
    const { teamName, location, division, captainName, captainEmail, captainPhone } = body.fields ?? {}
    expect([teamName, location, division, captainName, captainEmail, captainPhone]).toEqual([
      'Team name is required.',
      'Location is required.',
      'Please choose a division.',
      'Captain name is required.',
      'Valid email required.',
      'Valid phone required.',
    ])
  })

  it.each([
    ['{"teamName":', 400, 'MALFORMED'],
    ['', 400, 'MALFORMED'],
    ['[]', 422, 'INVALID_FIELDS'],
    ['"a team"', 422, 'INVALID_FIELDS'],
    [`{"teamName":"${'x'.repeat(11 * 1024 * 1024)}"}`, 413, 'TOO_LARGE'],
  ])('that is no bid at all is refused (%#)', async (body, status, code) => {
    expect(await bids.call('POST', '/register-team', { body })).toMatchObject({ status, body: { code } })
  })

  it('is one that a program seems to have filled in, and is stored nowhere; a person tries again', async () => {
    const before = await bids.eventCount()
    for (const [form, code] of [
      [{ filledMs: 60_000, website: 'https://spam.example' }, 'FORM_TRAP_FILLED'],
      [{ filledMs: 300, website: '' }, 'FORM_FILLED_TOO_FAST'],
    ] as const)
      expect(await bids.register({ form })).toMatchObject({ status: 422, body: { code } })
    for (const form of [{ filledMs: -1, website: '' }, { filledMs: 3000 }, { filledMs: 3000, website: '', x: 1 }, 'x'])
      expect(await bids.register({ form })).toMatchObject({ status: 422, body: { code: 'INVALID_FIELDS' } })
    expect(await bids.eventCount()).toBe(before)
    expect((await bids.register({ form: { filledMs: 3000, website: '' } })).status).toBe(201)
  })

  it('does not stand in the way of the next good one', async () => {
    await bids.register({ teamName: '\0' })
    expect((await bids.register()).status).toBe(201)
  })

  it.each([
    '🦃🥏👨‍👩‍👧',
    'طائر السحابة',
    '<script>alert(1)</script>',
    "Robert'); drop table teams;--",
    '#{7*7} {{7*7}}',
  ])('is not one because of how its name is written: %s', async (teamName) => {
    const { status, body } = await bids.register({ teamName })
    expect({ status, name: body.team.team_name }).toEqual({ status: 201, name: teamName })
    expect(await bids.listed(body.team.id)).toEqual(body.team)
  })
})
