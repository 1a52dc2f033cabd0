import { pool } from '@ultimate/events/tournament/facts.fixture.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpeg, photoCalls } from '../staff/photos/test-photos.ts'
import { type Someone, testApp } from '../test/test-app.ts'

interface Sent {
  readonly as?: Someone
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}
async function call(request: `${string} /${string}`, { as = 'td', headers = {}, body }: Sent = {}) {
  const [method = '', path = ''] = request.split(' ')
  const response = await fetch(`${app.origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await app.signIn(as)), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : undefined }
}
const seenBy = async (path: `/${string}`, as: Someone = 'visitor') => (await call(`GET ${path}`, { as })).body
const archive = (year: number | string, sent: Sent = {}) => call(`GET /archive/${year}`, { as: 'visitor', ...sent })

async function register(teamName: string, division: 'comp' | 'rec' = 'rec'): Promise<string> {
  const name = teamName.toLowerCase().replaceAll(' ', '.')
  const bid = {
    teamName,
    division,
    location: 'Florence, AL',
    captainName: `Captain of ${teamName}`,
    captainEmail: `${name}@example.org`,
    captainPhone: '256-555-0142',
    altCaptainName: 'Aunt Polly',
    altCaptainEmail: `polly.of.${name}@example.org`,
    comments: 'We arrive late.',
  }
  return (await call('POST /register-team', { as: 'visitor', body: bid })).body.team.id
}

async function publishPools(division: 'comp' | 'rec', teams: readonly (string | null)[]): Promise<void> {
  await call('POST /pool-play/save', { body: { division, pools: [pool('A', teams)] } })
  expect((await call('POST /pool-play/publish', { body: { division } })).status).toBe(200)
}

/** A site whose edition of 2025 is past. */
let app: Awaited<ReturnType<typeof testApp>>
const pastTeams: string[] = []
let slot: string
let games: readonly Game[]
/** The answers that visitors got before the edition was over. */
const seen = new Map<string, unknown>()

beforeAll(async () => {
  app = await testApp()
  const { headers } = await call('GET /edition')
  const set = { name: 'River Cup', ordinal: '3rd', city: 'Hannibal, Missouri', capacity: 3 }
  await call('PUT /edition', { headers: { 'if-match': headers.get('etag') ?? '' }, body: set })
  for (const name of ['Huck Finns', 'Gravy Boats', 'Kudzu Kids', 'Moon Pies']) pastTeams.push(await register(name))
  pastTeams.push(await register('Cairo Cutters', 'comp'))
  const removed = await register('Injun Joes')
  await call('POST /teams/remove', { body: { ids: [removed], reason: 'Twice' } })
  await publishPools('rec', pastTeams.slice(0, 4))
  await call('POST /pool-play/save', { body: { division: 'comp', pools: [pool('A', [pastTeams[4] ?? null])] } })
  await call('POST /schedule/generate', { body: { seed: 1 } })
  await call('POST /schedule/publish')
  games = (await seenBy('/schedule')).games
  for (const { id } of games) await call(`PUT /games/${id}/result`, { body: { home: 11, away: 6 } })
  await call('POST /brackets/rec/make', { body: {} })
  await call('POST /brackets/rec/post')
  const body = { name: 'Pecan pie', category: 'dishes', max_signups: 2 }
  slot = (await call('POST /dinner-slots', { body })).body.slot.id
  await photoCalls(app.origin, await app.signIn('td')).add('Last year', await jpeg(90, 60))
  for (const path of ['/registered-teams', '/pool-play/published/comp', '/pool-play/published/rec'] as const)
    seen.set(path, await seenBy(path))
  for (const path of ['/schedule', '/standings/comp', '/standings/rec', '/brackets/comp', '/brackets/rec'] as const)
    seen.set(path, await seenBy(path))
  seen.set('/photos', await seenBy('/photos'))

  await call('POST /editions', { body: { year: 2026, copy: [] } })
  expect((await call('POST /editions/2026/publish')).status).toBe(200)
  const own = await register('Tom Sawyers')
  await publishPools('rec', [own, null])
  await photoCalls(app.origin, await app.signIn('td')).add('This year', await jpeg(60, 90))
})
afterAll(async () => {
  await app.close()
})

const answered = (path: string) => seen.get(path) as never

describe('The archive of an edition', () => {
  it('shows everyone what visitors saw of it, and nothing of the current one', async () => {
    const { status, body, headers } = await archive(2025)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(body.edition).toMatchObject({
      year: 2025,
      state: 'past',
      name: 'River Cup',
      ordinal: '3rd',
      first_day: '2025-11-22',
      capacity: 3,
    })
    const { teams } = answered('/registered-teams') as { teams: object[] }
    const pools = (division: string) => (answered(`/pool-play/published/${division}`) as { pools: object[] }).pools
    const results = (division: string) => ({
      standings: answered(`/standings/${division}`),
      bracket: (answered(`/brackets/${division}`) as { bracket: object | null }).bracket,
    })
    expect(body).toEqual({
      edition: body.edition,
      teams,
      pools: { comp: pools('comp'), rec: pools('rec') },
      results: { comp: results('comp'), rec: results('rec'), schedule: answered('/schedule') },
      photos: (answered('/photos') as { photos: object[] }).photos,
    })
    expect(teams).toHaveLength(5)
    expect(body.teams.filter((team: { status: string }) => team.status === 'waitlist')).toHaveLength(2)
    expect([body.pools.comp, body.pools.rec[0].teams.length, body.results.comp.bracket]).toEqual([[], 4, null])
    expect(body.results.rec.standings.pools[0]).toMatchObject({ complete: true })
    expect(body.results.rec.bracket.places).toHaveLength(4)
    expect(body.photos.map(({ title }: { title: string }) => title)).toEqual(['Last year'])
    for (const as of ['helper', 'admin', 'td'] as const) expect((await archive(2025, { as })).body).toEqual(body)
  })

  it('names no address, no phone, no alternate and no comment', async () => {
    const { text } = await archive(2025, { as: 'td' })
    expect(text).toContain('Captain of Huck Finns')
    for (const personal of [
      /@example\.org/,
      /555-0142/,
      /Aunt Polly/,
      /arrive late/,
      /Injun Joes/,
      /comments|email|phone/,
    ])
      expect(text.replace('"contact_email"', '').match(personal)?.[0]).toBeUndefined()
  })

  it('is sent once to who has it, and again after something has changed', async () => {
    const first = await archive(2025)
    const has = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await archive(2025, { headers: has })).status).toBe(304)
    await photoCalls(app.origin, await app.signIn('td')).add('Later', await jpeg(80, 80))
    expect((await archive(2025, { headers: has })).status, 'of another year').toBe(304)
    const [photo] = first.body.photos
    await call(`PUT /photos/${photo.id}`, { body: { title: 'The last one' } })
    const changed = await archive(2025, { headers: has })
    expect([changed.status, changed.body.photos[0].title]).toEqual([200, 'The last one'])
  })

  it.each([2026, 2024, 2027, 'all', '2025x', '%20', "2025'"])('of %s is unknown', async (year) => {
    for (const as of ['visitor', 'td'] as const) {
      const { status, body } = await archive(year, { as })
      expect([status, body.code]).toEqual([404, 'EDITION_NOT_FOUND'])
    }
  })

  it('shows no one who was forgotten', async () => {
    expect((await archive(2025)).text).toContain('Captain of Kudzu Kids')
    await call('POST /people/forget', { body: { email: 'kudzu.kids@example.org' } })
    const { text } = await archive(2025)
    expect(text).toContain('Kudzu Kids')
    expect(text).not.toContain('Captain of Kudzu Kids')
  })
})

describe('Things of a past edition', () => {
  it('stand on no page of the current one', async () => {
    const live = await Promise.all(
      (['/registered-teams', '/pool-play/published/comp', '/pool-play/published/rec', '/schedule'] as const).map(
        (path) => seenBy(path, 'td'),
      ),
    )
    const weekend = await Promise.all(
      (
        ['/standings/comp', '/standings/rec', '/brackets/comp', '/brackets/rec', '/games', '/dinner-slots'] as const
      ).map((path) => seenBy(path, 'td')),
    )
    const text = JSON.stringify([live, weekend])
    expect(text).toContain('Tom Sawyers')
    for (const id of [...pastTeams, ...games.map((game) => game.id), slot]) expect(text).not.toContain(id)
  })

  it('cannot be changed any more', async () => {
    const [finns] = pastTeams
    const [game] = games
    const writes: readonly (readonly [`${string} /${string}`, unknown?])[] = [
      [`PUT /teams/${finns}`, { paid: true }],
      [`POST /teams/${finns}/notes`, { text: 'Late' }],
      ['POST /teams/remove', { ids: [finns], reason: 'Junk' }],
      [`PUT /games/${game?.id}/result`, { home: 1, away: 2 }],
      [`DELETE /games/${game?.id}/result`],
      [`PUT /dinner-slots/${slot}`, { name: 'Mine' }],
      [`DELETE /dinner-slots/${slot}`],
      ['PUT /edition?year=2025', { name: 'Another' }],
    ]
    const before = (await archive(2025)).text
    for (const [request, body] of writes) {
      const headers = { 'if-match': '"v1"' }
      const { status } = await call(request, { headers: request.includes('edition') ? headers : {}, body })
      expect([request, status]).toEqual([request, 404])
    }
    expect((await archive(2025)).text).toBe(before)
  })
})
