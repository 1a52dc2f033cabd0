import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BidClient, bidClient, newKey } from '../test/test-bids.ts'

let bids: BidClient
beforeAll(async () => {
  bids = await bidClient()
})
afterAll(() => bids.close())

describe('A captain who registers a team', () => {
  it('gets it back as the public sees it, and finds it at the end of the list', async () => {
    const { status, body, headers } = await bids.register({ teamName: 'Tom Sawyers', comments: 'With a raft.' })
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
    expect((await bids.list()).body.teams.at(-1)).toEqual(body.team)
  })

  it('never finds an e-mail address or a phone in the list', async () => {
    await bids.register({ altCaptainEmail: 'joe@example.org', altCaptainPhone: '256-555-0143' })
    const text = JSON.stringify((await bids.list()).body)
    for (const secret of ['example.org', '555-01']) expect(text).not.toContain(secret)
  })

  it('finds nothing of themselves in the clear in the log, nor of the people they write about', async () => {
    const { body } = await bids.register({
      captainName: 'Injun Joe',
      captainEmail: 'joe@example.org',
      captainPhone: '256-555-0177',
      altCaptainName: 'Muff Potter',
      comments: 'Widow Douglas comes along.',
    })
    const [stored] = await bids.sql<{ text: string }[]>`
      select events::text as text from events where stream = ${`team-${body.team.id}`}`
    expect(stored?.text).toContain('Huck Finns')
    for (const text of ['Injun', 'joe@', '0177', 'Potter', 'Douglas']) expect(stored?.text).not.toContain(text)
  })

  it('is written to once, at the address given', async () => {
    const { body } = await bids.register({ captainEmail: 'aunt.polly@example.org' }, newKey())
    const name = `team-registered-${body.team.id}.eml`
    const mail = await vi.waitFor(() => readFile(join(bids.outbox, name), 'utf8'), { timeout: 20_000 })
    expect(mail).toMatch(/^To: aunt\.polly@example\.org\r$/m)
    expect(mail).toContain('http://localhost:3000/registration/teams')
    expect((await readdir(bids.outbox)).filter((file) => file === name)).toHaveLength(1)
  })

  it('registers once when the request is repeated', async () => {
    const key = newKey()
    const before = await bids.eventCount()
    const [first, second] = [await bids.register({}, key), await bids.register({}, key)]
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(await bids.eventCount()).toBe(before + 1)
  })

  it('registers once when the button is pressed sixteen times at once', async () => {
    const key = newKey()
    const before = await bids.eventCount()
    const answers = await Promise.all(Array.from({ length: 16 }, () => bids.register({}, key)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.team.id}`)).size).toBe(1)
    expect(await bids.eventCount()).toBe(before + 1)
  })

  it('cannot send another bid under the same key', async () => {
    const key = newKey()
    await bids.register({}, key)
    const answer = await bids.register({ teamName: 'Tom Sawyers' }, key)
    expect(answer).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  it('is asked about a team that the same address has registered already, where the form wants that', async () => {
    const bid = { teamName: 'Jackson Islanders', captainEmail: 'sid@example.org' }
    await bids.register(bid)
    const before = await bids.eventCount()
    const again = { teamName: 'JACKSON islanders', captainEmail: 'Sid@Example.org', once: true }
    expect(await bids.register(again)).toMatchObject({ status: 409, body: { code: 'SAME_TEAM_AGAIN' } })
    expect(await bids.eventCount()).toBe(before)
    for (const other of [{ teamName: 'Islanders' }, { captainEmail: 'mary@example.org' }])
      expect(await bids.register({ ...again, ...other })).toMatchObject({ status: 201 })
  })

  it('may be one of many with the same name, each registered', async () => {
    const before = await bids.eventCount()
    const answers = await Promise.all(Array.from({ length: 8 }, () => bids.register({}, newKey())))
    expect(new Set(answers.map(({ body }) => body.team.id)).size).toBe(8)
    expect(await bids.eventCount()).toBe(before + 8)
  })
})

describe('The list of teams', () => {
  it('answers 304 to who has it already, until a team changes', async () => {
    const etag = (await bids.list()).headers.get('etag') ?? ''
    const again = await bids.call('GET', '/registered-teams', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    const { body } = await bids.register()
    const { status, body: changed } = await bids.call('GET', '/registered-teams', {
      headers: { 'if-none-match': etag },
    })
    expect(status).toBe(200)
    expect(changed.teams.at(-1)).toEqual(body.team)
  })

  it('takes no other method', async () => {
    const { status, headers } = await bids.call('DELETE', '/registered-teams', { as: 'td' })
    expect(status).toBe(405)
    expect(headers.get('allow')).toContain('GET')
  })
})

describe('Setting status and paid', () => {
  const aTeam = async () => (await bids.register()).body.team.id

  it.each([
    ['visitor', 401, 'NO_TOKEN'],
    ['helper', 403, 'FORBIDDEN'],
  ] as const)('is not for a %s', async (someone, status, code) => {
    const id = await aTeam()
    expect(await bids.update(id, { paid: true }, someone)).toMatchObject({ status, body: { code } })
    expect((await bids.listed(id))?.paid).toBe(false)
  })

  it.each(['admin', 'td'] as const)('is for an %s, and shows in the list at once', async (someone) => {
    const id = await aTeam()
    const { status, body } = await bids.update(id, { status: 'waitlist', paid: true }, someone)
    expect({ status, team: body.team }).toMatchObject({ status: 200, team: { id, status: 'waitlist', paid: true } })
    expect(await bids.listed(id)).toEqual(body.team)
  })

  it('leaves alone what is not named', async () => {
    const id = await aTeam()
    await bids.update(id, { paid: true })
    expect((await bids.update(id, { status: 'confirmed' })).body.team).toMatchObject({
      status: 'confirmed',
      paid: true,
    })
    expect((await bids.update(id, { paid: false })).body.team).toMatchObject({ status: 'confirmed', paid: false })
  })

  it('appends nothing when it is repeated', async () => {
    const id = await aTeam()
    const first = await bids.update(id, { status: 'confirmed', paid: true })
    const before = await bids.eventCount()
    const second = await bids.update(id, { status: 'confirmed', paid: true })
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(await bids.eventCount()).toBe(before)
  })

  it('refuses a version that is no longer so, with the team as it is', async () => {
    const id = await aTeam()
    const stale = await bids.update(id, { paid: true }, 'td', { 'if-match': '"v7"' })
    expect(stale).toMatchObject({ status: 412, body: { code: 'STALE', current: { team: { id, paid: false } } } })
    expect((await bids.update(id, { paid: true }, 'td', { 'if-match': '"v1"' })).headers.get('etag')).toBe('"v2"')
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'not-an-id', '%00'])('knows no team %s', async (id) => {
    expect(await bids.update(id, { paid: true })).toMatchObject({ status: 404, body: { code: 'TEAM_NOT_FOUND' } })
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
    const answer = await bids.update(id, body)
    expect({ status: answer.status, fields: Object.keys(answer.body.fields ?? {}) }).toEqual({
      status: 422,
      fields: [field],
    })
  })

  it('is in the log under the name of who did it', async () => {
    const id = await aTeam()
    await bids.update(id, { paid: true }, 'admin')
    const events = await bids.readEvents(id)
    expect(events.map(({ type, metadata }) => [type, metadata.actor.kind, metadata.actor.role])).toEqual([
      ['TeamRegistered', 'visitor', null],
      ['TeamMarkedPaid', 'staff', 'admin'],
    ])
  })
})
