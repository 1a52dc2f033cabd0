import type { Desk, Since } from '@ultimate/events/staff/desk-api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DinnerClient, dinnerClient } from '../dinner/test/test-client.ts'
import { maxSummedUp } from '../staff/read/since.query.ts'

let dinner: DinnerClient
beforeAll(async () => {
  dinner = await dinnerClient()
})
afterAll(() => dinner.close())

const readAnswer = async (path: string, as: 'td' | 'admin' = 'td') =>
  (await dinner.call('GET', path, { as })).body as unknown
const since = async () => (await readAnswer('/api/audit/since')) as Since
const desk = async () => (await readAnswer('/api/desk')) as Desk
const seen = (position: number) => dinner.call('POST', '/api/audit/seen', { as: 'td', body: { position } })
const item = async (kind: string) => (await desk()).items.find((one) => one.kind === kind)

describe('What changed since a TD looked', () => {
  it('is told until it is marked as seen, and then what came after', async () => {
    expect((await since()).at).toBeNull()
    const id = await dinner.registerTeam('Huck Finns')
    const { position, lines } = await since()
    expect(lines).toContainEqual({ text: '1 team registered', events: 1, path: `/audit?subject=team-${id}` })
    expect((await seen(position)).status).toBe(204)
    expect(await since()).toMatchObject({ at: expect.stringMatching(/Z$/), lines: [], more: 0, cut: false })
    const slot = await dinner.addSlot({ name: 'Gravy' })
    await dinner.addSlot({ name: 'Yams' })
    await dinner.signUp({ captainId: id, slotId: slot.id })
    expect((await since()).lines.map(({ text }) => text).toSorted()).toEqual(['1 dish signed up', '2 slots added'])
  })

  it('leaves out what they did themselves, and never goes back to what they saw', async () => {
    const { position } = await since()
    await seen(position)
    await dinner.addSlot({ name: 'Own Pie' })
    await dinner.call('POST', '/api/dinner-slots', { as: 'td', body: { name: 'Pie', category: 'dishes' } })
    expect((await since()).lines.map(({ text }) => text)).toEqual(['1 slot added'])
    await seen(0)
    expect((await since()).lines).toHaveLength(1)
  })

  it('says that it was too much to be summed up whole', async () => {
    await dinner.app.sql`delete from audit_marks`
    await dinner.app.sql`
      insert into events (position, stream, category, version, type, schema_version, data, at, actor_kind, correlation_id, causation_id, edition)
      select n, 'attempt-' || n, 'attempt', 1, 'SignInFailed', 1, json_build_object('userId', null), now(), 'visitor', 'c', 'c', '2025'
      from generate_series(1, ${maxSummedUp}) n`
    expect((await since()).cut).toBe(true)
  })
})

describe('The desk of the TD', () => {
  it('says how much of each kind waits, with names and the page for it', async () => {
    const wanderers = await dinner.registerTeam('Wanderers')
    const body = { status: 'confirmed' }
    await dinner.call('PUT', `/api/teams/${wanderers}`, { as: 'td', body })
    expect((await item('unpaid_teams'))?.names).toContain('Wanderers')
    expect((await item('teams_without_dishes'))?.names).toContain('Wanderers')
    await dinner.call('PUT', `/api/teams/${wanderers}`, { as: 'td', body: { paid: true } })
    expect((await item('unpaid_teams'))?.names).not.toContain('Wanderers')
  })

  it('counts on dishes of confirmed teams alone', async () => {
    const waiting = await dinner.registerTeam('Waiting Room')
    const names = async () => (await item('teams_without_dishes'))?.names
    const decide = (status: string) => dinner.call('PUT', `/api/teams/${waiting}`, { as: 'td', body: { status } })
    expect(await names()).toContain('Waiting Room')
    await decide('waitlist')
    expect(await names()).not.toContain('Waiting Room')
    await decide('confirmed')
    expect(await names()).toContain('Waiting Room')
  })

  it('names who is next for a free spot, and waitlisted teams and newer drafts of public pools', async () => {
    const late = await dinner.registerTeam('Late Bird')
    const pools = (teams: (string | null)[]) => [{ id: 'a', name: 'Pool A', size: 2, teams }]
    const write = (action: string, body: object) =>
      dinner.call('POST', `/api/pool-play/${action}`, { as: 'td', body: { division: 'rec', ...body } })
    await write('save', { pools: pools([null, late]) })
    await write('publish', {})
    const before = (await item('free_spots'))?.count ?? 0
    expect(await item('waitlisted_in_public_pools')).toMatchObject({ count: 0 })
    expect(await item('newer_pool_drafts')).toMatchObject({ count: 0 })
    await dinner.call('PUT', `/api/teams/${late}`, { as: 'td', body: { status: 'waitlist' } })
    await write('save', { pools: pools([late, null]) })
    expect(await item('free_spots')).toMatchObject({
      count: before + 1,
      names: expect.arrayContaining(['Late Bird']),
      entries: expect.arrayContaining([
        {
          name: 'Late Bird',
          path: `/registration/team?id=${late}`,
          action: {
            label: 'Confirm Late Bird',
            done: 'Late Bird is confirmed.',
            request: `POST /api/teams/${late}/fill-spot`,
            mailsCaptain: true,
          },
        },
      ]),
    })
    expect(await item('waitlisted_in_public_pools')).toEqual({
      kind: 'waitlisted_in_public_pools',
      title: 'Waitlisted teams in public pools',
      count: 1,
      names: ['Late Bird (A2)'],
      path: '/tournament/poolplay?division=rec',
      entries: [{ name: 'Late Bird (A2)', path: '/tournament/poolplay?division=rec' }],
    })
    expect(await item('newer_pool_drafts')).toMatchObject({
      count: 1,
      names: ['Recreational'],
      path: '/tournament/poolplay?division=rec',
    })
    await dinner.call('PUT', `/api/teams/${late}`, { as: 'td', body: { status: 'confirmed' } })
    await write('publish', {})
  })

  it('names who lacks a seed until the pools are public, and shows seeds to no visitor', async () => {
    const rookies = await dinner.registerTeam('Rookies')
    const seed = (value: unknown) =>
      dinner.call('PUT', `/api/teams/${rookies}`, { as: 'admin', body: { seed: value } as never })
    const listed = async (path: string, as?: 'td') =>
      JSON.stringify((await dinner.call('GET', path, as ? { as } : {})).body)
    await dinner.call('DELETE', '/api/pool-play/clear-published/rec', { as: 'td' })
    expect((await item('unseeded_teams'))?.names).toContain('Rookies')
    expect((await item('unseeded_teams'))?.path).toBe('/registration/teams?seeds=rec')
    for (const wrong of [0, 201, 1.5, '4']) {
      const { status, body } = await seed(wrong)
      expect([status, body]).toMatchObject([422, { fields: { seed: 'A seed is a whole number from 1 to 200.' } }])
    }
    expect((await seed(4)).status).toBe(200)
    expect((await item('unseeded_teams'))?.names).not.toContain('Rookies')
    expect(await listed('/api/registered-teams', 'td')).toContain('"seed":4')
    expect(await listed('/api/pool-play/teams/rec', 'td')).toContain('"seed":4')
    expect(await listed('/api/registered-teams')).not.toContain('seed')
    await seed(null)
    expect(await listed('/api/registered-teams', 'td')).not.toContain('seed')
  })

  it('is there for admins too, without what only a TD may read or deal with', async () => {
    const { items, since: changes } = (await readAnswer('/api/desk', 'admin')) as Desk
    expect(changes).toMatchObject({ at: null, lines: [] })
    const kinds = items.map(({ kind }) => kind)
    expect(kinds).toContain('unpaid_teams')
    expect(kinds.filter((kind) => /log|forget|mails/.test(kind))).toEqual([])
    expect((await dinner.call('GET', '/api/audit/since', { as: 'admin' })).status).toBe(403)
  })

  it('names the dishes that no one cooks, each with its card, and not what a walk-in brought', async () => {
    const captainId = await dinner.registerTeam('Cooks')
    const [yams, gravy] = [await dinner.addSlot({ name: 'Sweet yams' }), await dinner.addSlot({ name: 'Giblet gravy' })]
    await dinner.signUp({ captainId, slotId: gravy.id })
    const body = { name: 'Polly', dish_name: 'Ambrosia' }
    const { signup } = (await dinner.call('POST', '/api/dinner-management/walk-ins', { as: 'td', body })).body
    await dinner.call('DELETE', `/api/dinner-signup/${signup.id}`, { as: 'td' })
    const nobodyCooks = await item('empty_dishes')
    expect(nobodyCooks?.entries).toContainEqual({ name: 'Sweet yams', path: `/dinner/signup#slot-${yams.id}` })
    expect(nobodyCooks?.names).not.toContain('Giblet gravy')
    expect(nobodyCooks?.names).not.toContain('Ambrosia')
  })

  it('finds serving times without a server, and people in two places at one time', async () => {
    const captainId = await dinner.registerTeam('Twins')
    const serving = (time_slot: string) => dinner.addSlot({ category: 'serving', name: 'Serving', time_slot })
    const [six, quarter, seven] = [await serving('18:00'), await serving('18:15'), await serving('19:00')]
    expect((await item('empty_serving_slots'))?.count).toBe(3)
    const becky = { captainId, personName: 'Becky', email: 'Becky@Example.org' }
    await dinner.signUp({ ...becky, slotId: six.id })
    await dinner.signUp({ ...becky, slotId: seven.id })
    expect((await item('people_in_two_slots'))?.count).toBe(0)
    await dinner.signUp({ ...becky, email: 'becky@example.org', slotId: quarter.id })
    expect(await item('people_in_two_slots')).toEqual({
      kind: 'people_in_two_slots',
      title: 'People in two places at one time',
      count: 1,
      names: ['Becky (6:00 PM and 6:15 PM)'],
      path: '/dinner/signup',
    })
    expect((await item('empty_serving_slots'))?.count).toBe(0)
  })

  it('says nothing where nothing waits, and names every kind all the same', async () => {
    const { items } = await desk()
    expect(items.map(({ kind }) => kind)).toEqual([
      'disputed_scores',
      'played_by_others',
      'open_ties',
      'free_spots',
      'unpaid_teams',
      'unseeded_teams',
      'waitlisted_in_public_pools',
      'newer_pool_drafts',
      'undecided_arrivals',
      'teams_without_dishes',
      'empty_dishes',
      'empty_serving_slots',
      'people_in_two_slots',
      'log_lag',
      'forget_requests',
      'undelivered_mails',
    ])
    expect(items.find(({ kind }) => kind === 'undelivered_mails')).toMatchObject({ count: 0, names: [] })
  })
})
