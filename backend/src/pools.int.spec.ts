import { randomUUID } from 'node:crypto'
import type { SavedPool } from '@ultimate/events/tournament/pools.ts'
import type { HistoryEntry, Pool, PoolsState, ReachableTeam } from '@ultimate/events/tournament/pools-api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Someone, testHouse } from './test-house.ts'

let house: Awaited<ReturnType<typeof testHouse>>
const team: Record<'huck' | 'becky' | 'joe' | 'pap', string> = { huck: '', becky: '', joe: '', pap: '' }

beforeAll(async () => {
  house = await testHouse()
  for (const name of Object.keys(team) as (keyof typeof team)[]) team[name] = await register(name)
})
afterAll(() => house.close())

interface Body {
  pools: Pool[]
  published: Pool[]
  version: number
  changed: PoolsState['changed']
  teams: ReachableTeam[]
  entries: HistoryEntry[]
  next: number | null
  code: string
  fields?: Record<string, string>
  current: PoolsState
  team: { id: string }
}
type Sent = { as?: Someone; headers?: Record<string, string>; body?: unknown }

async function call(method: string, path: string, { as = 'td', headers = {}, body }: Sent = {}) {
  const response = await fetch(`${house.origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await house.signIn(as)), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed: Body = text ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, body: parsed }
}

async function register(name: string): Promise<string> {
  const { body } = await call('POST', '/register-team', {
    as: 'visitor',
    body: {
      teamName: `Team ${name}`,
      location: 'Florence, AL',
      division: name === 'pap' ? 'comp' : 'rec',
      captainName: `Captain ${name}`,
      captainEmail: `${name}@example.org`,
      captainPhone: '256-555-0142',
    },
  })
  return body.team.id
}

const pool = (letter: string, teams: (string | null)[]): SavedPool => ({
  id: `pool-${letter.toLowerCase()}`,
  name: `Pool ${letter}`,
  size: teams.length,
  teams,
})
const save = (pools: unknown, sent: Sent = {}) =>
  call('POST', '/pool-play/save', { ...sent, body: { division: 'rec', pools } })
const publish = (division = 'rec', sent: Sent = {}) =>
  call('POST', '/pool-play/publish', { ...sent, body: { division } })
const unpublish = (division = 'rec', sent: Sent = {}) => call('DELETE', `/pool-play/clear-published/${division}`, sent)
const savedPools = (sent: Sent = {}) => call('GET', '/pool-play/pools/rec', sent)
const publishedPools = (sent: Sent = {}) => call('GET', '/pool-play/published/rec', sent)
async function eventCount(): Promise<number> {
  const [row] = await house.sql<{ count: number }[]>`select count(*)::int as count from events where category = 'pools'`
  return row?.count ?? -1
}
/** Nothing saved and nothing public, whatever the test before left. */
async function emptyDesk(): Promise<number> {
  await unpublish()
  return (await save([])).body.version
}

describe('Who may do what with pools', () => {
  const staffCalls: [method: string, path: string, body?: unknown][] = [
    ['GET', '/pool-play/teams/rec'],
    ['GET', '/pool-play/pools/rec'],
    ['GET', '/pool-play/history/rec'],
    ['POST', '/pool-play/save', { division: 'rec', pools: [] }],
    ['POST', '/pool-play/publish', { division: 'rec' }],
    ['DELETE', '/pool-play/clear-published/rec'],
  ]

  it.each(staffCalls)('%s %s is for admin and TD', async (method, path, body) => {
    const answers = await Promise.all(
      (['visitor', 'helper', 'admin', 'td'] as const).map(async (as) => {
        const { status, body: answer } = await call(method, path, { as, body })
        return [as, status, answer.code]
      }),
    )
    expect(answers).toEqual([
      ['visitor', 401, 'NO_TOKEN'],
      ['helper', 403, 'FORBIDDEN'],
      ['admin', 200, undefined],
      ['td', 200, undefined],
    ])
  })

  it.each(['visitor', 'helper', 'admin', 'td'] as const)('published pools can be read by a %s', async (as) => {
    expect(await publishedPools({ as })).toMatchObject({ status: 200, body: { pools: expect.any(Array) } })
  })

  it('nobody learns a phone or an e-mail but admin and TD', async () => {
    await save([pool('A', [team.huck, null])])
    await publish()
    const shown = { id: team.huck, name: 'Team huck', captain_name: 'Captain huck' }
    for (const as of ['visitor', 'helper'] as const) {
      const { body, text } = await publishedPools({ as })
      expect(body.pools).toEqual([{ ...pool('A', []), size: 2, teams: [shown, null] }])
      for (const secret of ['example.org', '555-01', 'phone', 'email']) expect(text).not.toContain(secret)
    }
    for (const as of ['admin', 'td'] as const) {
      const { body, headers } = await publishedPools({ as })
      expect(body.pools[0]?.teams[0]).toEqual({ ...shown, phone: '256-555-0142', email: 'huck@example.org' })
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('an unknown division is not found', async () => {
    for (const [method, path] of staffCalls.filter(([method]) => method !== 'POST'))
      expect((await call(method, path.replace('rec', 'mixed'))).status).toBe(404)
    expect((await publish('mixed')).body.fields).toEqual({ division: 'Division is comp or rec.' })
  })
})

describe("A division's teams", () => {
  it('come oldest first, with phone and e-mail, and only those of the division', async () => {
    const { body, headers } = await call('GET', '/pool-play/teams/rec')
    expect(body.teams.map(({ team_name }) => team_name)).toEqual(['Team huck', 'Team becky', 'Team joe'])
    expect(body.teams[0]).toMatchObject({ captain_phone: '256-555-0142', captain_email: 'huck@example.org' })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('can be asked for by status', async () => {
    await call('PUT', `/teams/${team.joe}`, { body: { status: 'waitlist' } })
    const names = async (query: string) =>
      (await call('GET', `/pool-play/teams/rec?status=${query}`)).body.teams.map(({ team_name }) => team_name)
    expect(await names('waitlist')).toEqual(['Team joe'])
    expect(await names('confirmed')).toEqual(['Team huck', 'Team becky'])
    expect((await call('GET', '/pool-play/teams/rec?status=maybe')).body.fields).toEqual({
      status: 'Status is confirmed or waitlist.',
    })
  })
})

describe('From a draft to the public and back', () => {
  it('a draft stays among staff until it is published, and is cleared by that', async () => {
    await emptyDesk()
    const saved = await save([pool('A', [team.huck, null]), pool('B', [null, team.becky])])
    expect(saved).toMatchObject({
      status: 200,
      body: { division: 'rec', published: [], changed: { name: 'Tournament Director' } },
    })
    expect((await savedPools()).body).toEqual({ pools: saved.body.pools, version: saved.body.version })
    expect((await publishedPools({ as: 'visitor' })).body.pools).toEqual([])

    const now = await publish()
    expect(now.body).toMatchObject({ pools: [], published: saved.body.pools, version: saved.body.version + 1 })
    expect((await savedPools()).body.pools).toEqual([])
    expect((await publishedPools({ as: 'visitor' })).body.pools.map(({ name }) => name)).toEqual(['Pool A', 'Pool B'])
  })

  it('what is public stays as it was while the next draft is saved', async () => {
    await emptyDesk()
    await save([pool('A', [team.huck, null])])
    await publish()
    const before = (await publishedPools({ as: 'visitor' })).body.pools
    await save([pool('C', [team.huck, team.becky])])
    expect((await publishedPools({ as: 'visitor' })).body.pools).toEqual(before)
  })

  it('unpublished pools are a draft again', async () => {
    await emptyDesk()
    const { body } = await save([pool('A', [team.huck, null])])
    await publish()
    expect((await unpublish()).body).toMatchObject({ pools: body.pools, published: [] })
    expect((await publishedPools({ as: 'visitor' })).body.pools).toEqual([])
  })

  it('doing it again appends nothing', async () => {
    await emptyDesk()
    const draft = [pool('A', [team.huck, null])]
    for (const deed of [() => save(draft), () => publish(), () => unpublish()]) {
      await deed()
      const before = await eventCount()
      expect((await deed()).status).toBe(200)
      expect(await eventCount()).toBe(before)
    }
  })

  it('a repeated request is answered as the first one, and saved once', async () => {
    await emptyDesk()
    const headers = { 'idempotency-key': randomUUID() }
    const before = await eventCount()
    const answers = [
      await save([pool('A', [team.huck, null])], { headers }),
      await save([pool('A', [team.huck, null])], { headers }),
    ]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(await eventCount()).toBe(before + 1)
  })
})

describe('Two people at the same pools', () => {
  it('the second is told what there is now and who was first, and nothing is stored', async () => {
    const version = await emptyDesk()
    const headers = { 'if-match': `"v${version}"` }
    await save([pool('A', [team.huck, null])], { as: 'admin', headers })
    const before = await eventCount()
    const late = await save([pool('B', [team.becky, null])], { headers })
    expect(late).toMatchObject({
      status: 412,
      body: {
        code: 'STALE',
        current: { pools: [{ name: 'Pool A' }], changed: { name: 'Ada Admin' }, version: version + 1 },
      },
    })
    expect(late.headers.get('etag')).toBe(`"v${version + 1}"`)
    expect(await eventCount()).toBe(before)
    const again = await save([pool('B', [team.becky, null])], { headers: { 'if-match': `"v${version + 1}"` } })
    expect(again.status).toBe(200)
  })

  it('may not publish or unpublish what they have not seen either', async () => {
    await emptyDesk()
    await save([pool('A', [team.huck, null])])
    const headers = { 'if-match': '"v1"' }
    expect(await publish('rec', { headers })).toMatchObject({ status: 412, body: { code: 'STALE' } })
    await publish()
    expect(await unpublish('rec', { headers })).toMatchObject({ status: 412, body: { code: 'STALE' } })
  })

  it('one of twenty who save at once on the same version is the first', async () => {
    const version = await emptyDesk()
    const headers = { 'if-match': `"v${version}"` }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        save([{ ...pool('A', [team.huck, null]), id: `p${index}` }], { headers }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
  })

  it('reading tells the version to name', async () => {
    const { body, headers } = await savedPools()
    expect(headers.get('etag')).toBe(`"v${body.version}"`)
    expect((await publishedPools()).headers.get('etag')).toBe(`"v${body.version}"`)
  })
})

describe('Bad input', () => {
  const bad: [what: string, pools: () => unknown, code: string, field: string][] = [
    ['a size that is too small', () => [pool('A', [null])], 'POOL_SIZE', 'pools.0.size'],
    ['a size that is too big', () => [pool('A', Array(9).fill(null))], 'POOL_SIZE', 'pools.0.size'],
    [
      'a size that is no whole number',
      () => [{ ...pool('A', [null, null]), size: 2.5 }],
      'INVALID_FIELDS',
      'pools.0.size',
    ],
    ['a size that is text', () => [{ ...pool('A', [null, null]), size: '2' }], 'INVALID_FIELDS', 'pools.0.size'],
    [
      'more places than the size',
      () => [{ ...pool('A', [null, null, null]), size: 2 }],
      'POOL_LENGTH',
      'pools.0.teams',
    ],
    ['a foreign team', () => [pool('A', [team.pap, null])], 'POOL_TEAM_FOREIGN', 'pools.0.teams.0'],
    ['an unknown team', () => [pool('A', [null, randomUUID()])], 'POOL_TEAM_UNKNOWN', 'pools.0.teams.1'],
    ['a team that is no id', () => [pool('A', ["'; drop table pools", null])], 'POOL_TEAM_UNKNOWN', 'pools.0.teams.0'],
    [
      'a team that is a number',
      () => [{ ...pool('A', []), size: 2, teams: [1, null] }],
      'INVALID_FIELDS',
      'pools.0.teams.0',
    ],
    ['a team twice', () => [pool('A', [team.huck, team.huck])], 'POOL_TEAM_TWICE', 'pools.0.teams.1'],
    [
      'a team in two pools',
      () => [pool('A', [team.huck, null]), pool('B', [team.huck, null])],
      'POOL_TEAM_TWICE',
      'pools.1.teams.0',
    ],
    ['two pools of one id', () => [pool('A', [null, null]), pool('A', [null, null])], 'POOL_TWICE', 'pools.1.id'],
    [
      'a thousand pools',
      () => Array.from({ length: 1000 }, (_, i) => ({ ...pool('A', [null, null]), id: `p${i}` })),
      'TOO_MANY_POOLS',
      'pools',
    ],
    ['teams that are no list', () => [{ ...pool('A', []), size: 2, teams: 'all' }], 'INVALID_FIELDS', 'pools.0.teams'],
    ['teams that are missing', () => [{ id: 'a', name: 'Pool A', size: 2 }], 'INVALID_FIELDS', 'pools.0.teams'],
    ['pools that are no list', () => ({ a: pool('A', []) }), 'INVALID_FIELDS', 'pools'],
    ['no name', () => [{ ...pool('A', [null, null]), name: ' ' }], 'INVALID_FIELDS', 'pools.0.name'],
    ['a name with a NUL', () => [{ ...pool('A', [null, null]), name: 'Pool\0A' }], 'INVALID_FIELDS', 'pools.0.name'],
    [
      'a field nobody knows',
      () => [{ ...pool('A', [null, null]), published: true }],
      'INVALID_FIELDS',
      'pools.0.published',
    ],
  ]

  it.each(bad)('is refused and not stored: %s', async (_, pools, code, field) => {
    const before = await eventCount()
    const { status, body } = await save(pools())
    expect({ status, code: body.code, fields: Object.keys(body.fields ?? {}) }).toEqual({
      status: 422,
      code,
      fields: [field],
    })
    expect(await eventCount()).toBe(before)
  })

  it('in a precondition cannot hold', async () => {
    expect(await save([], { headers: { 'if-match': '"seven"' } })).toMatchObject({
      status: 412,
      body: { code: 'STALE' },
    })
  })
})

describe('The history', () => {
  it('lists who did what, newest first, page by page, with what can be taken up again', async () => {
    await emptyDesk()
    await save([pool('A', [team.huck, null])], { as: 'admin' })
    await save([pool('A', [null, team.huck])])
    const { version } = (await publish()).body
    const page = await vi.waitFor(
      async () => {
        const { body } = await call('GET', '/pool-play/history/rec?limit=2')
        expect(body.entries[0]?.version).toBe(version)
        return body
      },
      { timeout: 20_000 },
    )
    expect(page.entries.map(({ what, by, changes }) => [what, by, changes])).toEqual([
      ['published', { name: 'Tournament Director', role: 'TD' }, []],
      [
        'saved',
        { name: 'Tournament Director', role: 'TD' },
        [{ kind: 'team-moved', team: team.huck, from: 'A1', to: 'A2' }],
      ],
    ])
    const next = (await call('GET', `/pool-play/history/rec?limit=1&before=${page.next}`)).body
    expect(next.entries).toMatchObject([
      { version: version - 2, what: 'saved', by: { name: 'Ada Admin' }, pools: [pool('A', [team.huck, null])] },
    ])
  })
})
