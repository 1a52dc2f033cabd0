import { randomUUID } from 'node:crypto'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whenEditionStartedOrRemovedThenFinish } from '../staff/write/rollover.ts'
import { type Someone, testApp } from '../test/test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>

let app: App
/** Another backend on the same database. */
let other: App
beforeAll(async () => {
  app = await testApp()
  // Its variable means nothing, because the database is not empty.
  other = await testApp({ edition: '2031' }, app.database)
  for (const [name, recipe_title] of [
    ['Pecan pie', 'Aunt Polly’s pie'],
    ['Stuffing', null],
  ])
    await call('POST', 'dinner-slots', { name, category: 'dishes', max_signups: 3, recipe_title })
  await set({ name: 'Turkey Shoot', city: 'Florence, Alabama', venue: { name: 'Riverside' }, capacity: 3 })
})
afterAll(async () => {
  await other.close()
  await app.close()
})

interface Sent {
  readonly as?: Someone
  readonly at?: App
  readonly headers?: Readonly<Record<string, string>>
}

async function call(method: string, path: string, body?: unknown, { as = 'td', at = app, headers = {} }: Sent = {}) {
  const response = await fetch(`${at.origin}/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers, ...(await at.signIn(as)) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text ? JSON.parse(text) : undefined,
    etag: response.headers.get('etag') ?? '',
  }
}

async function set(change: object, year?: number) {
  const query = year === undefined ? '' : `?year=${year}`
  const { etag } = await call('GET', `edition${query}`)
  return call('PUT', `edition${query}`, change, { headers: { 'if-match': etag } })
}

const start = (year: number, more: object = { copy: ['slots', 'rules', 'venue'] }) =>
  call('POST', 'editions', { year, ...more })
const publish = (year: number, sent: Sent = {}) => call('POST', `editions/${year}/publish`, undefined, sent)
const remove = (year: number) => call('DELETE', `editions/${year}`)
const readCurrent = async (at: App = app): Promise<Edition> =>
  (await call('GET', 'edition', undefined, { as: 'visitor', at })).body.edition
const readStates = async (as: Someone = 'td') =>
  (await call('GET', 'editions', undefined, { as })).body.editions.map(({ year, state }: Edition) => [year, state])
const listSlots = async (): Promise<string[]> =>
  (await call('GET', 'dinner-slots')).body.slots.map(({ name }: { name: string }) => name)
const listTeams = async (): Promise<string[]> =>
  (await call('GET', 'registered-teams', undefined, { as: 'visitor' })).body.teams.map(
    ({ team_name }: { team_name: string }) => team_name,
  )
const countEvents = async (): Promise<number> => {
  const [row] = await app.sql<{ count: number }[]>`select count(*)::int as count from events`
  return row?.count ?? 0
}
async function undoNewest(type: string): Promise<number> {
  const [row] = await app.sql<{ position: string }[]>`select max(position) as position from events where type = ${type}`
  const path = `audit/${row?.position}/undo`
  const { etag } = await call('POST', `${path}?preview=true`)
  return (await call('POST', path, undefined, { headers: { 'if-match': etag } })).status
}
const register = (teamName: string, at: App = app) =>
  call(
    'POST',
    'register-team',
    {
      teamName,
      location: 'Florence, AL',
      division: 'rec',
      captainName: 'Becky Thatcher',
      captainEmail: 'becky@example.org',
      captainPhone: '256-555-0142',
    },
    { as: 'visitor', at },
  )

it('The current edition is that of what is stored', async () => {
  expect(await readCurrent(other)).toEqual(await readCurrent())
  expect((await readCurrent(other)).year).toBe(2025)
})

describe('A dry run', () => {
  it('shows the next edition and what is copied, and stores nothing', async () => {
    const before = await countEvents()
    const { status, body } = await start(2026, { copy: ['slots', 'venue'], preview: true })
    expect(status).toBe(200)
    expect(body.copied).toEqual({ slots: 2, rules: 0, venue: 1 })
    expect(body.edition).toMatchObject({
      year: 2026,
      state: 'next',
      name: 'Turkey Shoot',
      ordinal: '29th',
      first_day: '2026-11-21',
      last_day: '2026-11-22',
      city: 'Florence, Alabama',
      game_rules: [],
    })
    expect(await countEvents()).toBe(before)
    expect(await readStates()).toEqual([[2025, 'current']])
  })

  it('is refused by the rules of settings, for a year that is there, and for one before', async () => {
    const bad = { copy: [], preview: true }
    expect(await start(2025, bad)).toMatchObject({ status: 409, body: { code: 'EDITION_EXISTS' } })
    expect(await start(2024, bad)).toMatchObject({ status: 422, body: { fields: { year: expect.any(String) } } })
    expect(await start(2026, { ...bad, first_day: 'soon' })).toMatchObject({
      status: 422,
      body: { fields: { first_day: expect.any(String) } },
    })
    expect((await start(2026, { copy: ['teams'] })).status).toBe(422)
    expect((await start(12, bad)).status).toBe(422)
  })
})

describe('The next edition', () => {
  it('is prepared unseen, published, taken back, and published for good', async () => {
    await register('Kudzu Kids')
    expect(await listTeams()).toEqual(['Kudzu Kids'])
    const before = await readCurrent()
    const { status, body, etag } = await start(2026)
    expect(status).toBe(201)
    expect(body.copied).toEqual({ slots: 2, rules: before.game_rules.length, venue: 1 })
    expect(body.edition).toMatchObject({ venue: { name: 'Riverside' }, game_rules: before.game_rules, state: 'next' })
    expect(await readCurrent()).toEqual(before)
    expect(await readStates('visitor')).toEqual([[2025, 'current']])
    expect(await readStates('helper')).toEqual([
      [2026, 'next'],
      [2025, 'current'],
    ])
    expect((await call('GET', 'edition?year=2026', undefined, { as: 'visitor' })).status).toBe(404)

    const named = await call('PUT', 'edition?year=2026', { capacity: 2 }, { headers: { 'if-match': etag } })
    expect(named.body.edition).toMatchObject({ year: 2026, capacity: 2 })
    expect((await readCurrent()).capacity).toBe(3)
    expect((await start(2026)).body.code).toBe('EDITION_EXISTS')

    expect((await publish(2026)).body.edition).toMatchObject({ year: 2026, state: 'current' })
    expect(await readCurrent()).toMatchObject({ year: 2026, capacity: 2 })
    expect(await listTeams()).toEqual([])
    expect(await listSlots()).toEqual(['Pecan pie', 'Stuffing'])
    expect(await readStates('visitor')).toEqual([
      [2026, 'current'],
      [2025, 'past'],
    ])
    expect((await call('PUT', 'edition?year=2025', { capacity: 9 }, { headers: { 'if-match': '"v1"' } })).status).toBe(
      404,
    )
    await expect.poll(async () => (await readCurrent(other)).year).toBe(2026)

    expect(await undoNewest('EditionPublished')).toBe(200)
    expect(await readCurrent()).toEqual(before)
    expect(await listTeams()).toEqual(['Kudzu Kids'])
    expect(await readStates()).toEqual([
      [2026, 'next'],
      [2025, 'current'],
    ])
    expect((await publish(2026)).status).toBe(200)
    expect((await publish(2026)).status).toBe(200)
    expect(await publish(2025)).toMatchObject({ status: 404, body: { code: 'EDITION_NOT_FOUND' } })
    expect(await publish(2031)).toMatchObject({ status: 404, body: { code: 'EDITION_NOT_FOUND' } })
  })

  it('goes until the first bid, with what was copied, and can be started again', async () => {
    expect((await remove(2026)).status).toBe(204)
    expect((await readCurrent()).year).toBe(2025)
    expect(await listSlots()).toEqual(['Pecan pie', 'Stuffing'])
    expect((await remove(2026)).body.code).toBe('EDITION_NOT_FOUND')
    expect((await remove(2025)).body.code).toBe('EDITION_NOT_FOUND')

    expect((await start(2026, { copy: ['slots'] })).body.edition).toMatchObject({ capacity: 3, city: '' })
    await publish(2026)
    expect(await listSlots()).toEqual(['Pecan pie', 'Stuffing'])
    expect((await register('Huck Finns')).status).toBe(201)
    expect(await remove(2026)).toMatchObject({ status: 409, body: { code: 'EDITION_IN_USE' } })
    expect(await undoNewest('EditionPublished')).toBe(409)
    expect((await readCurrent()).year).toBe(2026)
  })

  it('has each copy by an event whose cause is the start, and of the edition itself', async () => {
    const rows = await app.sql<{ stream: string; edition: string; causation_id: string; actor_name: string }[]>`
      select stream, edition, causation_id, actor_name from events
      where type = 'SlotAdded' and edition = '2026' order by position`
    expect(rows).toHaveLength(4)
    expect(new Set(rows.map(({ stream }) => stream)).size).toBe(4)
    for (const { causation_id, actor_name } of rows) {
      expect(causation_id).toMatch(/^edition-2026\/\d+$/)
      expect(actor_name).not.toBeNull()
    }
  })

  it('is finished by an automation where the request was cut off', async () => {
    const { platform } = app
    expect((await start(2027)).status).toBe(201)
    const slots = async () => {
      const [row] = await app.sql`select count(*)::int as count from dinner_slots where edition = '2027'`
      return row?.['count']
    }
    expect(await slots()).toBe(2)
    await set({ game_rules: [] }, 2027)
    const events = await platform.log.read({ stream: 'edition-2027', types: ['EditionStarted'] })
    const automation = whenEditionStartedOrRemovedThenFinish(platform)
    for (const event of events) await automation.handle(event)
    expect(await slots()).toBe(2)
    expect((await call('GET', 'edition?year=2027')).body.edition.game_rules).toEqual([])
    expect((await remove(2027)).status).toBe(204)
    expect(await slots()).toBe(0)
    for (const event of events) await automation.handle(event)
    expect(await slots()).toBe(0)
  })

  it('is started, published and removed once under a key, and each repetition gets the first answer', async () => {
    const twice = async (method: string, path: string, body?: unknown) => {
      const headers = { 'idempotency-key': randomUUID() }
      const first = await call(method, path, body, { headers })
      return [first.status, (await call(method, path, body, { headers })).status]
    }
    expect(await twice('POST', 'editions', { year: 2032, copy: ['slots'] })).toEqual([201, 201])
    expect(await twice('POST', 'editions/2032/publish')).toEqual([200, 200])
    expect(await twice('DELETE', 'editions/2032')).toEqual([204, 204])
    expect((await readCurrent()).year).toBe(2026)
  })

  it('is started once by two directors at the same time', async () => {
    const answers = await Promise.all([
      start(2028),
      call('POST', 'editions', { year: 2028, copy: ['slots'] }, { at: other }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const [row] = await app.sql`select count(*)::int as count from dinner_slots where edition = '2028'`
    expect(row?.['count']).toBe(2)
    expect((await remove(2028)).status).toBe(204)
  })

  it('takes bids that arrive while it is published, each in one edition, and in none twice', async () => {
    await start(2029, { copy: [] })
    const names = Array.from({ length: 12 }, (_, index) => `Team ${index}`)
    const [bids] = await Promise.all([
      Promise.all(names.map((name, index) => register(name, index % 2 === 0 ? app : other))),
      publish(2029),
    ])
    expect(bids.map(({ status }) => status)).toEqual(names.map(() => 201))
    const rows = await app.sql<{ team_name: string; edition: string }[]>`
      select team_name, edition from teams where team_name like 'Team %'`
    expect(rows.map(({ team_name }) => team_name).sort()).toEqual(names.toSorted())
    for (const { edition } of rows) expect(['2026', '2029']).toContain(edition)
    const answered = new Set(bids.map(({ body }) => body.team.id))
    const stored = await app.sql<{ id: string }[]>`select id from teams where team_name like 'Team %'`
    expect(new Set(stored.map(({ id }) => id))).toEqual(answered)
  })
})
