import { randomUUID } from 'node:crypto'
import { pool } from '@ultimate/events/tournament/facts.fixture.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PoolClient, poolClient } from '../../test/test-pools.ts'

let desk: PoolClient
beforeAll(async () => {
  desk = await poolClient()
})
afterAll(() => desk.close())

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
        const { status, body: answer } = await desk.call(method, path, { as, body })
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
    expect(await desk.publishedPools({ as })).toMatchObject({ status: 200, body: { pools: expect.any(Array) } })
  })

  it('only admin and TD get phones and e-mail addresses', async () => {
    await desk.save([pool('A', [desk.team.huck, null])])
    await desk.publish()
    const shown = { id: desk.team.huck, name: 'Team huck', captain_name: 'Captain huck' }
    for (const as of ['visitor', 'helper'] as const) {
      const { body, text } = await desk.publishedPools({ as })
      expect(body.pools).toEqual([{ ...pool('A', []), size: 2, teams: [shown, null] }])
      for (const secret of ['example.org', '555-01', 'phone', 'email']) expect(text).not.toContain(secret)
    }
    for (const as of ['admin', 'td'] as const) {
      const { body, headers } = await desk.publishedPools({ as })
      expect(body.pools[0]?.teams[0]).toEqual({ ...shown, phone: '256-555-0142', email: 'huck@example.org' })
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('an unknown division is not found', async () => {
    for (const [method, path] of staffCalls.filter(([method]) => method !== 'POST'))
      expect((await desk.call(method, path.replace('rec', 'mixed'))).status).toBe(404)
    expect((await desk.publish('mixed')).body.fields).toEqual({ division: 'Division is comp or rec.' })
  })
})

describe("A division's teams", () => {
  it('come oldest first, with phone and e-mail, and only those of the division', async () => {
    const { body, headers } = await desk.call('GET', '/pool-play/teams/rec')
    expect(body.teams.map(({ team_name }) => team_name)).toEqual(['Team huck', 'Team becky', 'Team joe'])
    expect(body.teams[0]).toMatchObject({ captain_phone: '256-555-0142', captain_email: 'huck@example.org' })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('can be asked for by status', async () => {
    await desk.call('PUT', `/teams/${desk.team.joe}`, { body: { status: 'waitlist' } })
    const names = async (query: string) =>
      (await desk.call('GET', `/pool-play/teams/rec?status=${query}`)).body.teams.map(({ team_name }) => team_name)
    expect(await names('waitlist')).toEqual(['Team joe'])
    expect(await names('confirmed')).toEqual(['Team huck', 'Team becky'])
    expect((await desk.call('GET', '/pool-play/teams/rec?status=maybe')).body.fields).toEqual({
      status: 'Status is confirmed or waitlist.',
    })
  })
})

describe('From a draft to the public and back', () => {
  it('a draft stays among staff until it is published, and is cleared by that', async () => {
    await desk.emptyDesk()
    const saved = await desk.save([pool('A', [desk.team.huck, null]), pool('B', [null, desk.team.becky])])
    expect(saved).toMatchObject({
      status: 200,
      body: { division: 'rec', published: [], changed: { name: 'Tournament Director' } },
    })
    expect((await desk.savedPools()).body).toEqual(saved.body)
    expect(saved.body.draft).toEqual(saved.body.changed)
    expect((await desk.publishedPools({ as: 'visitor' })).body.pools).toEqual([])

    const now = await desk.publish()
    expect(now.body).toMatchObject({
      pools: [],
      draft: null,
      published: saved.body.pools,
      version: saved.body.version + 1,
    })
    expect((await desk.savedPools()).body.pools).toEqual([])
    expect((await desk.publishedPools({ as: 'visitor' })).body.pools.map(({ name }) => name)).toEqual([
      'Pool A',
      'Pool B',
    ])
  })

  it('what is public stays as it was while the next draft is saved', async () => {
    await desk.emptyDesk()
    await desk.save([pool('A', [desk.team.huck, null])])
    await desk.publish()
    const before = (await desk.publishedPools({ as: 'visitor' })).body.pools
    await desk.save([pool('C', [desk.team.huck, desk.team.becky])])
    expect((await desk.publishedPools({ as: 'visitor' })).body.pools).toEqual(before)
  })

  it('unpublished pools are a draft again', async () => {
    await desk.emptyDesk()
    const { body } = await desk.save([pool('A', [desk.team.huck, null])])
    await desk.publish()
    expect((await desk.unpublish()).body).toMatchObject({ pools: body.pools, published: [] })
    expect((await desk.publishedPools({ as: 'visitor' })).body.pools).toEqual([])
  })

  it('doing it again appends nothing', async () => {
    await desk.emptyDesk()
    const draft = [pool('A', [desk.team.huck, null])]
    for (const deed of [() => desk.save(draft), () => desk.publish(), () => desk.unpublish()]) {
      await deed()
      const before = await desk.eventCount()
      expect((await deed()).status).toBe(200)
      expect(await desk.eventCount()).toBe(before)
    }
  })

  it('a repeated request is answered as the first one, and saved once', async () => {
    await desk.emptyDesk()
    const headers = { 'idempotency-key': randomUUID() }
    const before = await desk.eventCount()
    const answers = [
      await desk.save([pool('A', [desk.team.huck, null])], { headers }),
      await desk.save([pool('A', [desk.team.huck, null])], { headers }),
    ]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(await desk.eventCount()).toBe(before + 1)
  })
})

describe('Two people at the same pools', () => {
  it('the second gets what there is now and who was first, and nothing is stored', async () => {
    const version = await desk.emptyDesk()
    const headers = { 'if-match': `"v${version}"` }
    await desk.save([pool('A', [desk.team.huck, null])], { as: 'admin', headers })
    const before = await desk.eventCount()
    const late = await desk.save([pool('B', [desk.team.becky, null])], { headers })
    expect(late).toMatchObject({
      status: 412,
      body: {
        code: 'STALE',
        current: { pools: [{ name: 'Pool A' }], changed: { name: 'Ada Admin' }, version: version + 1 },
      },
    })
    expect(late.headers.get('etag')).toBe(`"v${version + 1}"`)
    expect(await desk.eventCount()).toBe(before)
    const again = await desk.save([pool('B', [desk.team.becky, null])], {
      headers: { 'if-match': `"v${version + 1}"` },
    })
    expect(again.status).toBe(200)
  })

  it('may not publish or unpublish what they have not seen either', async () => {
    await desk.emptyDesk()
    await desk.save([pool('A', [desk.team.huck, null])])
    const headers = { 'if-match': '"v1"' }
    expect(await desk.publish('rec', { headers })).toMatchObject({ status: 412, body: { code: 'STALE' } })
    await desk.publish()
    expect(await desk.unpublish('rec', { headers })).toMatchObject({ status: 412, body: { code: 'STALE' } })
  })

  it('one of twenty who save at once on the same version is the first', async () => {
    const version = await desk.emptyDesk()
    const headers = { 'if-match': `"v${version}"` }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        desk.save([{ ...pool('A', [desk.team.huck, null]), id: `p${index}` }], { headers }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
  })

  it('reading gives the version to name', async () => {
    const { body, headers } = await desk.savedPools()
    for (const tag of [headers.get('etag'), (await desk.publishedPools()).headers.get('etag')])
      expect(tag).toMatch(new RegExp(`^"v${body.version}\\.`))
  })
})

describe('The history', () => {
  it('lists who did what, newest first, page by page, with what can be taken up again', async () => {
    await desk.emptyDesk()
    await desk.save([pool('A', [desk.team.huck, null])], { as: 'admin' })
    await desk.save([pool('A', [null, desk.team.huck])])
    const { version } = (await desk.publish()).body
    const page = await vi.waitFor(
      async () => {
        const { body } = await desk.call('GET', '/pool-play/history/rec?limit=2')
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
        [{ kind: 'team-moved', team: desk.team.huck, from: 'A1', to: 'A2' }],
      ],
    ])
    const next = (await desk.call('GET', `/pool-play/history/rec?limit=1&before=${page.next}`)).body
    expect(next.entries).toMatchObject([
      { version: version - 2, what: 'saved', by: { name: 'Ada Admin' }, pools: [pool('A', [desk.team.huck, null])] },
    ])
  })
})
