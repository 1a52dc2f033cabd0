import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { pool } from '@ultimate/events/tournament/facts.fixture.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Someone, testApp } from '../test/test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>

interface Team {
  readonly id: string
  readonly status: string
}

/** The result of a visit: a team and, unless its slot was full, a dish of that team. */
interface Visit {
  readonly team: string
  readonly signup: string | null
}

const capacities = { 2025: 7, 2026: 11 } as const
/** The places of each dish. There are more cooks than places for gravy in each wave. */
const places: Readonly<Record<string, number>> = { 'Pecan pie': 40, Stuffing: 40, Gravy: 3 }
const visitorsOfWave = 24

/** Two backends on one database. */
let backends: readonly [App, App]
let visitors = 0

async function call(app: App, request: `${string} /${string}`, body?: unknown, as: Someone = 'td', headers = {}) {
  const [method = '', path = ''] = request.split(' ')
  const response = await fetch(`${app.origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await app.signIn(as)), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

async function setCapacity(year: keyof typeof capacities): Promise<void> {
  const [app] = backends
  const { headers } = await call(app, `GET /edition?year=${year}`)
  const change = { name: `Cup of ${year}`, capacity: capacities[year] }
  const ifMatch = { 'if-match': headers.get('etag') ?? '' }
  expect((await call(app, `PUT /edition?year=${year}`, change, 'td', ifMatch)).status).toBe(200)
}

/** Registers a team from a network of its own, and brings a dish for it. */
async function visit(): Promise<Visit> {
  const number = ++visitors
  const app = backends[number % 2 === 0 ? 0 : 1]
  const from = { 'x-forwarded-for': `198.51.100.${number}` }
  const bid = {
    teamName: `Team ${number}`,
    location: 'Florence, AL',
    division: 'rec',
    captainName: `Captain ${number}`,
    captainEmail: `captain-${number}@example.org`,
    captainPhone: '256-555-0142',
  }
  const registered = await call(app, 'POST /register-team', bid, 'visitor', from)
  expect(registered.status, JSON.stringify(registered.body)).toBe(201)
  const team: string = registered.body.team.id
  const { slots } = (await call(app, 'GET /dinner-slots', undefined, 'visitor', from)).body
  const dish = {
    personName: `Cook ${number}`,
    email: `cook-${number}@example.org`,
    captainId: team,
    slotId: slots[number % slots.length].id,
  }
  const signed = await call(app, 'POST /dinner-signup', dish, 'visitor', from)
  // Full, or of an edition that was over by then.
  if (signed.status !== 201) expect([404, 409, 422]).toContain(signed.status)
  return { team, signup: signed.status === 201 ? signed.body.signup.id : null }
}

/** Puts other teams into a pool, of those that the backend lists then. */
async function movePools(app: App, shift: number): Promise<void> {
  const { teams } = (await call(app, 'GET /pool-play/teams/rec')).body
  const ids = teams.map(({ id }: Team) => id)
  const moved = [...ids.slice(shift % (ids.length || 1)), ...ids].slice(0, 4)
  if (new Set(moved).size < 4) return
  const { status } = await call(app, 'POST /pool-play/save', { division: 'rec', pools: [pool('A', moved)] })
  // Refused where the edition of the teams was over by then.
  expect([200, 404, 409, 412, 422]).toContain(status)
}

/** Many visitors at once, while a director moves teams at both backends. */
async function runWave(meanwhile: () => Promise<unknown> = async () => undefined): Promise<Visit[]> {
  const moves = Array.from({ length: 6 }, (_, index) => movePools(backends[index % 2 === 0 ? 0 : 1], index))
  const visits = Array.from({ length: visitorsOfWave }, visit)
  const [arrived] = await Promise.all([Promise.all(visits), Promise.any(visits).then(meanwhile), Promise.all(moves)])
  return arrived
}

const publishPool = async (teams: readonly string[]): Promise<void> => {
  const [app] = backends
  expect((await call(app, 'POST /pool-play/save', { division: 'rec', pools: [pool('A', teams)] })).status).toBe(200)
  expect((await call(app, 'POST /pool-play/publish', { division: 'rec' })).status).toBe(200)
}
const currentYear = async (app: App): Promise<number> => (await call(app, 'GET /edition')).body.edition.year

let waves: { readonly before: Visit[]; readonly during: Visit[]; readonly after: Visit[] }

beforeAll(async () => {
  const app = await testApp({ trustProxy: true })
  backends = [app, await testApp({ trustProxy: true }, app.database)]
  await setCapacity(2025)
  for (const [name, max_signups] of Object.entries(places))
    await call(app, 'POST /dinner-slots', { name, category: 'dishes', max_signups })
  expect((await call(app, 'POST /editions', { year: 2026, copy: ['slots'] })).status).toBe(201)
  await setCapacity(2026)

  const before = await runWave()
  await publishPool(before.slice(0, 4).map(({ team }) => team))
  const during = await runWave(() => call(app, 'POST /editions/2026/publish'))
  await vi.waitFor(async () => {
    for (const backend of backends) expect(await currentYear(backend)).toBe(2026)
  })
  const after = await runWave()
  await publishPool(after.slice(0, 4).map(({ team }) => team))
  waves = { before, during, after }
})
afterAll(async () => {
  const [app, other] = backends
  await other.close()
  await app.close()
})

/** The teams of both editions as visitors see them. */
async function readTeams(): Promise<{ readonly past: readonly Team[]; readonly current: readonly Team[] }> {
  const [app, other] = backends
  const current = (await call(app, 'GET /registered-teams', undefined, 'visitor')).body.teams
  expect((await call(other, 'GET /registered-teams', undefined, 'visitor')).body.teams).toEqual(current)
  return { past: (await call(app, 'GET /archive/2025', undefined, 'visitor')).body.teams, current }
}
const listIds = (teams: readonly { readonly id: string }[]) => teams.map(({ id }) => id)
const listTeams = (visits: readonly Visit[]) => visits.map(({ team }) => team)

it('each bid under load is in one edition, and none is lost', async () => {
  const { past, current } = await readTeams()
  const all = [...listIds(past), ...listIds(current)]
  expect(all.toSorted()).toEqual(Object.values(waves).flatMap(listTeams).toSorted())
  expect(new Set(all).size).toBe(all.length)
  expect(listIds(past)).toEqual(expect.arrayContaining(listTeams(waves.before)))
  expect(listIds(current)).toEqual(expect.arrayContaining(listTeams(waves.after)))
})

it('the status of each team follows from its place in its own edition, and from that edition’s capacity', async () => {
  const { past, current } = await readTeams()
  for (const [year, teams] of [
    [2025, past],
    [2026, current],
  ] as const)
    expect(teams.map(({ status }) => status)).toEqual(
      teams.map((_, index) => (index < capacities[year] ? 'confirmed' : 'waitlist')),
    )
})

it('each dish is of the edition of its team, no slot is overfull, and none is lost', async () => {
  const rows = await backends[0].sql<{ id: string; dish: string; edition: string; team_edition: string }[]>`
    select signup.id, slot.name as dish, slot.edition, team.edition as team_edition
    from dinner_signups signup
    join dinner_slots slot on slot.id = signup.slot_id
    join teams team on team.id = signup.team_id`
  const accepted = Object.values(waves)
    .flat()
    .flatMap(({ signup }) => signup ?? [])
  expect(listIds(rows).toSorted()).toEqual(accepted.toSorted())
  for (const { edition, team_edition } of rows) expect(edition).toBe(team_edition)
  for (const edition of ['2025', '2026']) {
    const gravy = rows.filter((row) => row.dish === 'Gravy' && row.edition === edition)
    expect(gravy).toHaveLength(places['Gravy'] ?? 0)
  }
})

it('pools hold teams of their own edition alone', async () => {
  const [app] = backends
  const published = (await call(app, 'GET /pool-play/published/rec', undefined, 'visitor')).body.pools
  expect(listIds(published[0].teams)).toEqual(listTeams(waves.after.slice(0, 4)))
  const archived = (await call(app, 'GET /archive/2025', undefined, 'visitor')).body.pools.rec
  expect(listIds(archived[0].teams)).toEqual(listTeams(waves.before.slice(0, 4)))
})

it('all rows follow from the events', async () => {
  const [app] = backends
  await settled(app.sql)
  const { differences } = await rebuild({ sql: app.sql, modules: app.platform.modules(), apply: false })
  expect(differences).toEqual([])
})
