import { randomUUID } from 'node:crypto'
import { pool } from '@ultimate/events/tournament/facts.fixture.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PoolClient, poolClient } from '../../test/test-pools.ts'

let site: PoolClient
beforeAll(async () => {
  site = await poolClient()
})
afterAll(() => site.close())

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
        const { status, body: answer } = await site.call(method, path, { as, body })
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
    expect(await site.publishedPools({ as })).toMatchObject({ status: 200, body: { pools: expect.any(Array) } })
  })

  it('only admin and TD get phones and e-mail addresses', async () => {
    await site.save([pool('A', [site.team.huck, null])])
    await site.publish()
    const shown = { id: site.team.huck, name: 'Team huck', captain_name: 'Captain huck' }
    for (const as of ['visitor', 'helper'] as const) {
      const { body, text } = await site.publishedPools({ as })
      expect(body.pools).toEqual([{ ...pool('A', []), size: 2, teams: [shown, null] }])
      for (const secret of ['example.org', '555-01', 'phone', 'email']) expect(text).not.toContain(secret)
    }
    for (const as of ['admin', 'td'] as const) {
      const { body, headers } = await site.publishedPools({ as })
      expect(body.pools[0]?.teams[0]).toEqual({ ...shown, phone: '256-555-0142', email: 'huck@example.org' })
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('an unknown division is not found', async () => {
    for (const [method, path] of staffCalls.filter(([method]) => method !== 'POST'))
      expect((await site.call(method, path.replace('rec', 'mixed'))).status).toBe(404)
    expect((await site.publish('mixed')).body.fields).toEqual({ division: 'Division is comp or rec.' })
  })
})

describe("A division's teams", () => {
  it('come oldest first, with phone and e-mail, and only those of the division', async () => {
    const { body, headers } = await site.call('GET', '/pool-play/teams/rec')
    expect(body.teams.map(({ team_name }) => team_name)).toEqual(['Team huck', 'Team becky', 'Team joe'])
    expect(body.teams[0]).toMatchObject({ captain_phone: '256-555-0142', captain_email: 'huck@example.org' })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('can be asked for by status', async () => {
    await site.call('PUT', `/teams/${site.team.joe}`, { body: { status: 'waitlist' } })
    const names = async (query: string) =>
      (await site.call('GET', `/pool-play/teams/rec?status=${query}`)).body.teams.map(({ team_name }) => team_name)
    expect(await names('waitlist')).toEqual(['Team joe'])
    expect(await names('confirmed')).toEqual(['Team huck', 'Team becky'])
    expect((await site.call('GET', '/pool-play/teams/rec?status=maybe')).body.fields).toEqual({
      status: 'Status is confirmed or waitlist.',
    })
  })
})

describe('From a draft to the public and back', () => {
  it('a draft stays among staff until it is published, and is cleared by that', async () => {
    await site.emptyPools()
    const saved = await site.save([pool('A', [site.team.huck, null]), pool('B', [null, site.team.becky])])
    expect(saved).toMatchObject({
      status: 200,
      body: { division: 'rec', published: [], changed: { name: 'Tournament Director' } },
    })
    expect((await site.savedPools()).body).toEqual(saved.body)
    expect(saved.body.draft).toEqual(saved.body.changed)
    expect((await site.publishedPools({ as: 'visitor' })).body.pools).toEqual([])

    const now = await site.publish()
    expect(now.body).toMatchObject({
      pools: [],
      draft: null,
      published: saved.body.pools,
      version: saved.body.version + 1,
    })
    expect((await site.savedPools()).body.pools).toEqual([])
    expect((await site.publishedPools({ as: 'visitor' })).body.pools.map(({ name }) => name)).toEqual([
      'Pool A',
      'Pool B',
    ])
  })

  it('what is public stays as it was while the next draft is saved', async () => {
    await site.emptyPools()
    await site.save([pool('A', [site.team.huck, null])])
    await site.publish()
    const before = (await site.publishedPools({ as: 'visitor' })).body.pools
    await site.save([pool('C', [site.team.huck, site.team.becky])])
    expect((await site.publishedPools({ as: 'visitor' })).body.pools).toEqual(before)
  })

  it('unpublished pools are a draft again', async () => {
    await site.emptyPools()
    const { body } = await site.save([pool('A', [site.team.huck, null])])
    await site.publish()
    expect((await site.unpublish()).body).toMatchObject({ pools: body.pools, published: [] })
    expect((await site.publishedPools({ as: 'visitor' })).body.pools).toEqual([])
  })

  it('doing it again appends nothing', async () => {
    await site.emptyPools()
    const draft = [pool('A', [site.team.huck, null])]
    for (const deed of [() => site.save(draft), () => site.publish(), () => site.unpublish()]) {
      await deed()
      const before = await site.eventCount()
      expect((await deed()).status).toBe(200)
      expect(await site.eventCount()).toBe(before)
    }
  })

  it('a repeated request is answered as the first one, and saved once', async () => {
    await site.emptyPools()
    const headers = { 'idempotency-key': randomUUID() }
    const before = await site.eventCount()
    const answers = [
      await site.save([pool('A', [site.team.huck, null])], { headers }),
      await site.save([pool('A', [site.team.huck, null])], { headers }),
    ]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(await site.eventCount()).toBe(before + 1)
  })
})

describe('Two people at the same pools', () => {
  it('the second gets what there is now and who was first, and nothing is stored', async () => {
    const version = await site.emptyPools()
    const headers = { 'if-match': `"v${version}"` }
    await site.save([pool('A', [site.team.huck, null])], { as: 'admin', headers })
    const before = await site.eventCount()
    const late = await site.save([pool('B', [site.team.becky, null])], { headers })
    expect(late).toMatchObject({
      status: 412,
      body: {
        code: 'STALE',
        current: { pools: [{ name: 'Pool A' }], changed: { name: 'Ada Admin' }, version: version + 1 },
      },
    })
    expect(late.headers.get('etag')).toBe(`"v${version + 1}"`)
    expect(await site.eventCount()).toBe(before)
    const again = await site.save([pool('B', [site.team.becky, null])], {
      headers: { 'if-match': `"v${version + 1}"` },
    })
    expect(again.status).toBe(200)
  })

  it('may not publish or unpublish what they have not seen either', async () => {
    await site.emptyPools()
    await site.save([pool('A', [site.team.huck, null])])
    const headers = { 'if-match': '"v1"' }
    expect(await site.publish('rec', { headers })).toMatchObject({ status: 412, body: { code: 'STALE' } })
    await site.publish()
    expect(await site.unpublish('rec', { headers })).toMatchObject({ status: 412, body: { code: 'STALE' } })
  })

  it('one of twenty who save at once on the same version is the first', async () => {
    const version = await site.emptyPools()
    const headers = { 'if-match': `"v${version}"` }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        site.save([{ ...pool('A', [site.team.huck, null]), id: `p${index}` }], { headers }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
  })

  it('reading gives the version to name', async () => {
    const { body, headers } = await site.savedPools()
    for (const tag of [headers.get('etag'), (await site.publishedPools()).headers.get('etag')])
      expect(tag).toMatch(new RegExp(`^"v${body.version}\\.`))
  })
})

describe('The history', () => {
  it('lists who did what, newest first, page by page, with what can be taken up again', async () => {
    await site.emptyPools()
    await site.save([pool('A', [site.team.huck, null])], { as: 'admin' })
    await site.save([pool('A', [null, site.team.huck])])
    const { version } = (await site.publish()).body
    const page = await vi.waitFor(
      async () => {
        const { body } = await site.call('GET', '/pool-play/history/rec?limit=2')
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
        [{ kind: 'team-moved', team: site.team.huck, from: 'A1', to: 'A2' }],
      ],
    ])
    const next = (await site.call('GET', `/pool-play/history/rec?limit=1&before=${page.next}`)).body
    expect(next.entries).toMatchObject([
      { version: version - 2, what: 'saved', by: { name: 'Ada Admin' }, pools: [pool('A', [site.team.huck, null])] },
    ])
  })
})
