import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Team } from '@ultimate/events/tournament/api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Someone, testHouse } from './test-house.ts'

let house: Awaited<ReturnType<typeof testHouse>>
beforeAll(async () => {
  house = await testHouse()
})
afterAll(() => house.close())

const bid = {
  teamName: 'Huck Finns',
  location: 'Florence, AL',
  division: 'rec',
  captainName: 'Becky Thatcher',
  captainEmail: 'becky@example.org',
  captainPhone: '256-555-0142',
}
type Sent = { as?: Someone; headers?: Record<string, string>; body?: unknown }
interface Received {
  status: number
  headers: Headers
  body: { team: Team; teams: Team[]; code: string; message: string; error: string; fields?: Record<string, string> }
}

async function call(
  method: string,
  path: string,
  { as = 'visitor', headers = {}, body }: Sent = {},
): Promise<Received> {
  const response = await fetch(`${house.origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await house.signIn(as)), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}
const register = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call('POST', '/api/register-team', { body: { ...bid, ...changes }, headers })
const update = (id: string, body: unknown, as: Someone = 'td', headers: Record<string, string> = {}) =>
  call('PUT', `/api/teams/${id}`, { body, as, headers })
const list = () => call('GET', '/api/registered-teams')
const listed = async (id: string) => (await list()).body.teams.find((team) => team.id === id)
async function eventCount(): Promise<number> {
  const [row] = await house.sql<{ count: number }[]>`select count(*)::int as count from events where category = 'team'`
  return row?.count ?? -1
}
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() })

describe('A captain who registers a team', () => {
  it('gets it back as the public sees it, and finds it at the end of the list', async () => {
    const { status, body, headers } = await register({ teamName: 'Tom Sawyers', comments: 'With a raft.' })
    expect(status).toBe(201)
    expect(body.team).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      team_name: 'Tom Sawyers',
      division: 'rec',
      captain_name: 'Becky Thatcher',
      location: 'Florence, AL',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      status: 'confirmed',
      paid: false,
    })
    expect(headers.get('etag')).toBe('"v1"')
    expect((await list()).body.teams.at(-1)).toEqual(body.team)
  })

  it('never finds an e-mail address or a phone in the list', async () => {
    await register({ altCaptainEmail: 'joe@example.org', altCaptainPhone: '256-555-0143' })
    const text = JSON.stringify((await list()).body)
    for (const secret of ['example.org', '555-01']) expect(text).not.toContain(secret)
  })

  it('is written to once, at the address given', async () => {
    const { body } = await register({ captainEmail: 'aunt.polly@example.org' }, newKey())
    const name = `team-registered-${body.team.id}.eml`
    const mail = await vi.waitFor(() => readFile(join(house.outbox, name), 'utf8'), { timeout: 10_000 })
    expect(mail).toMatch(/^To: aunt\.polly@example\.org\r$/m)
    expect(mail).toContain('http://localhost:3000/registration/teams')
    expect((await readdir(house.outbox)).filter((file) => file === name)).toHaveLength(1)
  })

  it('registers once when the request is repeated', async () => {
    const key = newKey()
    const before = await eventCount()
    const [first, second] = [await register({}, key), await register({}, key)]
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(await eventCount()).toBe(before + 1)
  })

  it('registers once when the button is pressed sixteen times at once', async () => {
    const key = newKey()
    const before = await eventCount()
    const answers = await Promise.all(Array.from({ length: 16 }, () => register({}, key)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.team.id}`)).size).toBe(1)
    expect(await eventCount()).toBe(before + 1)
  })

  it('cannot send another bid under the same key', async () => {
    const key = newKey()
    await register({}, key)
    const answer = await register({ teamName: 'Tom Sawyers' }, key)
    expect(answer).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  it('may be one of many with the same name, each registered', async () => {
    const before = await eventCount()
    const answers = await Promise.all(Array.from({ length: 8 }, () => register({}, newKey())))
    expect(new Set(answers.map(({ body }) => body.team.id)).size).toBe(8)
    expect(await eventCount()).toBe(before + 8)
  })
})

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
  it.each(badFields)('is told about %s = %j: %s', async (field, value, sentence) => {
    const before = await eventCount()
    const { status, body } = await register({ [field]: value })
    expect(status).toBe(422)
    expect(body).toEqual({
      code: 'INVALID_FIELDS',
      message: 'Please fix the errors and submit again.',
      error: 'Please fix the errors and submit again.',
      fields: { [field]: sentence },
    })
    expect(await eventCount()).toBe(before)
  })

  it.each(textFields)('may not hold a number, a list, an object, NUL or half a character in %s', async (field) => {
    const before = await eventCount()
    for (const value of [5_550_142, ['a'], { a: 1 }, true, 'a\0b@example.org', '\u001b[31m', '\ud800']) {
      const { status, body } = await register({ [field]: value })
      expect({ value, status, fields: Object.keys(body.fields ?? {}) }).toEqual({ value, status: 422, fields: [field] })
    }
    expect(await eventCount()).toBe(before)
  })

  it('is told about all its fields at once', async () => {
    const { body } = await call('POST', '/api/register-team', { body: {} })
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
    expect(await call('POST', '/api/register-team', { body })).toMatchObject({ status, body: { code } })
  })

  it('does not stand in the way of the next good one', async () => {
    await register({ teamName: '\0' })
    expect((await register()).status).toBe(201)
  })

  it.each([
    '🦃🥏👨‍👩‍👧',
    'طائر السحابة',
    '<script>alert(1)</script>',
    "Robert'); drop table teams;--",
    '#{7*7} {{7*7}}',
  ])('is not one because of how its name is written: %s', async (teamName) => {
    const { status, body } = await register({ teamName })
    expect({ status, name: body.team.team_name }).toEqual({ status: 201, name: teamName })
    expect(await listed(body.team.id)).toEqual(body.team)
  })
})

describe('The list of teams', () => {
  it('answers 304 to who has it already, until a team changes', async () => {
    const etag = (await list()).headers.get('etag') ?? ''
    const again = await call('GET', '/api/registered-teams', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    const { body } = await register()
    const { status, body: changed } = await call('GET', '/api/registered-teams', { headers: { 'if-none-match': etag } })
    expect(status).toBe(200)
    expect(changed.teams.at(-1)).toEqual(body.team)
  })

  it('takes no other method', async () => {
    const { status, headers } = await call('DELETE', '/api/registered-teams', { as: 'td' })
    expect(status).toBe(405)
    expect(headers.get('allow')).toContain('GET')
  })
})

describe('Setting status and paid', () => {
  const aTeam = async () => (await register()).body.team.id

  it.each([
    ['visitor', 401, 'NO_TOKEN'],
    ['helper', 403, 'FORBIDDEN'],
  ] as const)('is not for a %s', async (someone, status, code) => {
    const id = await aTeam()
    expect(await update(id, { paid: true }, someone)).toMatchObject({ status, body: { code } })
    expect((await listed(id))?.paid).toBe(false)
  })

  it.each(['admin', 'td'] as const)('is for an %s, and shows in the list at once', async (someone) => {
    const id = await aTeam()
    const { status, body } = await update(id, { status: 'waitlist', paid: true }, someone)
    expect({ status, team: body.team }).toMatchObject({ status: 200, team: { id, status: 'waitlist', paid: true } })
    expect(await listed(id)).toEqual(body.team)
  })

  it('leaves alone what is not named', async () => {
    const id = await aTeam()
    await update(id, { paid: true })
    expect((await update(id, { status: 'confirmed' })).body.team).toMatchObject({ status: 'confirmed', paid: true })
    expect((await update(id, { paid: false })).body.team).toMatchObject({ status: 'confirmed', paid: false })
  })

  it('appends nothing when it is repeated', async () => {
    const id = await aTeam()
    const first = await update(id, { status: 'confirmed', paid: true })
    const before = await eventCount()
    const second = await update(id, { status: 'confirmed', paid: true })
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(await eventCount()).toBe(before)
  })

  it('refuses a version that is no longer so, with the team as it is', async () => {
    const id = await aTeam()
    const stale = await update(id, { paid: true }, 'td', { 'if-match': '"v7"' })
    expect(stale).toMatchObject({ status: 412, body: { code: 'STALE', current: { team: { id, paid: false } } } })
    expect((await update(id, { paid: true }, 'td', { 'if-match': '"v1"' })).headers.get('etag')).toBe('"v2"')
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'not-an-id', '%00'])('knows no team %s', async (id) => {
    expect(await update(id, { paid: true })).toMatchObject({ status: 404, body: { code: 'TEAM_NOT_FOUND' } })
  })

  it.each([
    [{}, 'status'],
    [{ status: 'maybe' }, 'status'],
    [{ status: null }, 'status'],
    [{ paid: 'yes' }, 'paid'],
    [{ paid: 1 }, 'paid'],
    [{ paid: true, name: 'x' }, 'name'],
  ])('refuses %j', async (body, field) => {
    const id = await aTeam()
    const answer = await update(id, body)
    expect({ status: answer.status, fields: Object.keys(answer.body.fields ?? {}) }).toEqual({
      status: 422,
      fields: [field],
    })
  })

  it('is in the log under the name of who did it', async () => {
    const id = await aTeam()
    await update(id, { paid: true }, 'admin')
    const events = await house.platform.log.read({ stream: `team-${id}` })
    expect(events.map(({ type, metadata }) => [type, metadata.actor.kind, metadata.actor.role])).toEqual([
      ['TeamRegistered', 'visitor', null],
      ['TeamMarkedPaid', 'staff', 'admin'],
    ])
  })
})
