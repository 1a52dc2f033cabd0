import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dinnerClient } from '../dinner/test/test-client.ts'
import type { Someone } from '../test/test-app.ts'

let client: Awaited<ReturnType<typeof dinnerClient>>
beforeAll(async () => {
  client = await dinnerClient()
})
afterAll(() => client.close())

interface Answer {
  readonly edition: Edition
  readonly editions: readonly Edition[]
  readonly warnings: readonly string[]
  readonly code?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly current?: Answer
}
async function call(method: string, path: string, { as = 'td' as Someone, headers = {}, body = {} } = {}) {
  const answer = await client.call(method, `/api/${path}`, { as, headers, ...(method !== 'GET' && { body }) })
  return { ...answer, etag: answer.headers.get('etag') ?? '', body: answer.body as unknown as Answer }
}
const read = (as: Someone = 'visitor') => call('GET', 'edition', { as })
async function put(body: object, { query = '', as = 'td' as Someone } = {}) {
  return call('PUT', `edition${query}`, { as, headers: { 'if-match': (await read()).etag }, body })
}

describe('The edition of an empty database', () => {
  it('is that of 2025, exactly, for everyone', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body).toEqual({ edition: { year: 2025, ...factsOf2025, state: 'current', version: 0 } })
    expect(body.edition).toMatchObject({
      ordinal: '28th',
      first_day: '2025-11-22',
      last_day: '2025-11-23',
      capacity: 35,
      dinner: { starts: '18:00', ends: '21:00', dishes_per_team: 16 },
      registration: { opens: null, closes: null },
    })
    expect((await call('GET', 'editions', { as: 'visitor' })).body).toEqual({ editions: [body.edition] })
  })
})

describe('Settings', () => {
  it('are changed by any of their keys, and those of nested objects', async () => {
    const before = (await read()).body.edition
    const changed = { capacity: 36, name: '<b>Turkey</b> & Disc', venue: { name: 'Riverside' }, game_rules: [] }
    const { status, body, etag } = await put(changed)
    expect(status).toBe(200)
    expect(body.edition).toEqual({
      ...before,
      ...changed,
      venue: { ...before.venue, name: 'Riverside' },
      version: before.version + 1,
    })
    expect(body.warnings).toEqual([])
    expect(etag).toBe(`"v${body.edition.version}"`)
    const shown = await read()
    expect(shown.body.edition).toEqual(body.edition)
    expect((await call('GET', 'edition', { as: 'visitor', headers: { 'if-none-match': shown.etag } })).status).toBe(304)
    expect(await client.app.platform.facts()).toMatchObject({ year: 2025, capacity: 36, city: before.city })
  })

  it('that are so already append nothing', async () => {
    const { version, capacity } = (await read()).body.edition
    expect((await put({ capacity, dinner: { starts: '18:00' } })).body.edition.version).toBe(version)
  })

  it('need to name what was read: 428 without, 412 with what others have set since', async () => {
    expect(await call('PUT', 'edition', { body: { capacity: 37 } })).toMatchObject({
      status: 428,
      body: { code: 'VERSION_REQUIRED' },
    })
    const seen = { 'if-match': (await read()).etag }
    await put({ capacity: 37, registration: { closes: '2025-11-10T06:00:00Z' } })
    const { status, body, etag } = await call('PUT', 'edition', { headers: seen, body: { fee: '$300' } })
    expect(status).toBe(412)
    expect(body).toMatchObject({
      code: 'STALE',
      fields: {
        capacity: expect.stringMatching(/ set this to 37\.$/),
        'registration.closes': expect.stringContaining('Monday, November 10, 2025 at 12:00 AM CST'),
      },
      current: { edition: (await read()).body.edition },
    })
    expect(Object.keys(body.fields ?? {})).toHaveLength(2)
    const again = await call('PUT', 'edition', { headers: { 'if-match': etag }, body: { fee: '$300' } })
    expect(again.body.edition).toMatchObject({ capacity: 37, fee: '$300' })
  })

  it('of two directors at once are those of one', async () => {
    const seen = { 'if-match': (await read()).etag }
    const answers = await Promise.all(
      [41, 42].map((capacity) => call('PUT', 'edition', { headers: seen, body: { capacity } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const won = answers.find(({ status }) => status === 200)
    expect((await read()).body.edition.capacity).toBe(won?.body.edition.capacity)
  })

  it('are changed once under an idempotency key', async () => {
    const headers = { 'if-match': (await read()).etag, 'idempotency-key': crypto.randomUUID() }
    const [first, second] = [
      await call('PUT', 'edition', { headers, body: { capacity: 50 } }),
      await call('PUT', 'edition', { headers, body: { capacity: 50 } }),
    ]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
  })

  it.each([
    ['last_day', { last_day: '2025-11-01' }],
    ['fee_deadline', { fee_deadline: '2025-11-23' }],
    ['dinner.ends', { dinner: { starts: '22:00' } }],
    ['capacity', { capacity: 201 }],
    ['contact_email', { contact_email: 'turkey' }],
    ['merch_partner.url', { merch_partner: { url: 'ftp://merch.example' } }],
    ['state', { state: 'past' }],
  ])('that break a rule are refused, by the field %s', async (field, body) => {
    const answer = await put(body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID_FIELDS' } })
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field])
  })

  it('with a deadline in the past are taken with a warning', async () => {
    const { status, body } = await put({ fee_deadline: '2025-11-08' })
    expect(status).toBe(200)
    expect(body.warnings).toEqual(['The deadline of the fee, Saturday, November 8, 2025, has passed.'])
  })

  it('are previewed without being stored, and refused by the same rules', async () => {
    const before = await read()
    const { body } = await put({ capacity: 60 }, { query: '?preview=true' })
    expect(body.edition).toEqual({ ...before.body.edition, capacity: 60 })
    expect((await read()).body).toEqual(before.body)
    expect((await put({ last_day: '2025-01-01' }, { query: '?preview=true' })).status).toBe(422)
  })

  it('are of the current edition, and of none that is over or not there', async () => {
    for (const year of [2024, 2026])
      expect(await put({ capacity: 9 }, { query: `?year=${year}` })).toMatchObject({
        status: 404,
        body: { code: 'EDITION_NOT_FOUND' },
      })
    expect((await put({ capacity: 61 }, { query: '?year=2025' })).body.edition.capacity).toBe(61)
  })

  it.each<Someone>(['visitor', 'helper', 'admin'])('are not for a %s to change', async (as) => {
    expect((await put({ capacity: 1 }, { as })).status).toBe(as === 'visitor' ? 401 : 403)
  })

  it('come back by undo, unless they have been set again', async () => {
    await put({ city: 'Florence, Alabama', dinner: { dishes_per_team: 12 } })
    const { shown } = await client.previewUndo('EditionSettingsChanged')
    expect(shown.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          subject: 'Tournament settings of 2025: City',
          was: '“Florence, Alabama”',
          becomes: '“Huntsville, Alabama”',
        }),
        expect.objectContaining({ subject: 'Tournament settings of 2025: Dishes per team', was: '12', becomes: '16' }),
      ]),
    )
    expect(shown.changes).toHaveLength(2)
    expect((await client.undo('EditionSettingsChanged')).status).toBe(200)
    expect((await read()).body.edition).toMatchObject({ city: 'Huntsville, Alabama', dinner: { dishes_per_team: 16 } })
    // The undo can be undone, and after that nothing is left to do.
    expect((await client.undo('EditionSettingsChanged')).status).toBe(200)
    expect((await read()).body.edition.dinner.dishes_per_team).toBe(12)
  })

  it('open and close registration, also for a bid that comes late, and repeat what was taken before', async () => {
    const bid = (teamName: string) => ({
      teamName,
      location: 'Florence, AL',
      division: 'rec',
      captainName: 'Becky Thatcher',
      captainEmail: 'becky@example.org',
      captainPhone: '256-555-0142',
    })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const register = (name: string, more = {}) =>
      call('POST', 'register-team', { as: 'visitor', body: bid(name), headers: more })
    const set = (opens: string | null, closes: string | null) => put({ registration: { opens, closes } })
    await set(null, null)
    expect((await register('In Time', headers)).status).toBe(201)
    await set('2999-01-01T12:00:00Z', null)
    expect(await register('Too Early')).toMatchObject({
      status: 409,
      body: { code: 'REGISTRATION_CLOSED', message: 'Registration opens on Tuesday, January 1, 2999 at 6:00 AM CST.' },
    })
    await set('2025-08-01T12:00:00Z', '2025-11-01T17:00:00-05:00')
    expect(await register('Too Late')).toMatchObject({
      status: 409,
      body: { message: 'Registration closed on Saturday, November 1, 2025 at 5:00 PM CDT.' },
    })
    expect((await register('In Time', headers)).status).toBe(201)
    await set(null, null)
    expect((await register('Open Again')).status).toBe(201)
  })

  it('of fewer places move teams to the waitlist: a warning names them, all lists agree', async () => {
    for (const name of ['Cairo', 'Memphis']) await client.registerTeam(name)
    const statuses = async () =>
      ((await call('GET', 'registered-teams')).body as unknown as { teams: { status: string }[] }).teams.map(
        ({ status }) => status,
      )
    await put({ capacity: 40 })
    expect(await statuses()).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed'])
    const expected = ['2 confirmed teams move to the waitlist: Cairo, Memphis.']
    const fewer = { capacity: 2, fee_deadline: null }
    expect((await put(fewer, { query: '?preview=true' })).body.warnings).toEqual(expected)
    expect((await put(fewer)).body.warnings).toEqual(expected)
    expect(await statuses()).toEqual(['confirmed', 'confirmed', 'waitlist', 'waitlist'])
    const { teams } = (await call('GET', 'pool-play/teams/rec')).body as unknown as { teams: { status: string }[] }
    expect(teams.map(({ status }) => status)).toEqual(await statuses())
  })

  it('are where the schedule begins, until its first change', async () => {
    await put({ first_day: '2025-11-28', last_day: '2025-11-30', pool_play: { starts: '10:00' } })
    const draft = async () =>
      (await call('GET', 'schedule/draft')).body as unknown as {
        settings: { days: { date: string; first_start: string }[] }
      }
    expect((await draft()).settings.days).toEqual([
      { date: '2025-11-28', first_start: '10:00', rounds: 6 },
      { date: '2025-11-29', first_start: '10:00', rounds: 6 },
      { date: '2025-11-30', first_start: '10:00', rounds: 5 },
    ])
  })

  it('follow from the events', async () => {
    const { sql, platform } = client.app
    const { differences } = await rebuild({ sql, modules: platform.modules(), apply: false })
    expect(differences).toEqual([])
  })
})
