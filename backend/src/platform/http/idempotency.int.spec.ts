import { connect } from '@ultimate/event-store/connect.ts'
import type { DomainError } from '@ultimate/events/language/domain-error.ts'
import { endpoint } from '@ultimate/events/language/endpoint.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { rateLimits } from '../database/rate-limits.ts'
import { createLogger } from '../logging.ts'
import { jsonReply, type Reply } from './answer/reply.ts'
import { readError, startApi, type TestApi } from './api.fixture.ts'
import { route } from './http-route.ts'
import { idempotency } from './idempotency.ts'
import type { Claim } from './idempotency-rows.ts'

const flaky = endpoint({
  method: 'POST',
  path: '/api/flaky',
  summary: 'A call of this test',
  allow: 'everyone',
  body: z.strictObject({ outcome: z.string() }),
  answers: { 201: z.strictObject({ run: z.number(), id: z.string() }) },
})

const requester = { id: 'a user' }
let api: TestApi
let runs = 0
beforeAll(async () => {
  const outcomes: Record<string, () => never> = {
    breaks: () => {
      throw new Error('broken')
    },
    'is forbidden': () => platformErrors.fail('FORBIDDEN'),
    'is stale': () => platformErrors.fail('STALE'),
  }
  api = await startApi({
    routes: [
      route(flaky, async ({ body }, context) => {
        const run = ++runs
        outcomes[body.outcome]?.()
        return { status: 201, body: { run, id: context.newId() } }
      }),
    ],
  })
})
afterAll(() => api.close())
beforeEach(() => {
  runs = 0
})

const keyed = (key: string, json: unknown, more: object = {}) =>
  api.fetch('/api/shelves', { json, headers: { 'idempotency-key': key }, ...more })
const flakily = (key: string, outcome: string) =>
  api.fetch('/api/flaky', { json: { outcome }, headers: { 'idempotency-key': key } })

describe('A repeated request with the same key', () => {
  it('gets the first answer, headers and cookie included, and appends nothing', async () => {
    const first = await keyed('twice', { name: 'twice' })
    const events = await api.countEvents()
    const second = await keyed('twice', { name: 'twice' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(await second.text()).toBe(await first.text())
    for (const name of ['etag', 'set-cookie', 'content-type'])
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    expect(first.headers.has('idempotency-replayed')).toBe(false)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(await api.countEvents()).toBe(events)
  })

  it('gets the first answer even when it comes while the first is at work', async () => {
    const before = await api.countEvents()
    const answers = await Promise.all(Array.from({ length: 16 }, () => keyed('crowd', { name: 'crowd' })))
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(texts).size).toBe(1)
    expect(await api.countEvents()).toBe(before + 1)
  })

  it('waits for the first to end instead of working beside it', async () => {
    await Promise.all([flakily('beside', 'is well'), flakily('beside', 'is well'), flakily('beside', 'is well')])
    expect(runs).toBe(1)
  })

  it('is refused when it is another request', async () => {
    await keyed('reused', { name: 'reused' })
    const other = await keyed('reused', { name: 'something else' })
    expect(await readError(other)).toEqual({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  it('is another request when another user sends it', async () => {
    await keyed('mine', { name: 'of a visitor' })
    const other = await keyed('mine', { name: 'of the TD' }, { token: 'td' })
    expect([other.status, other.headers.has('idempotency-replayed')]).toEqual([201, false])
  })

  it('gets an error again', async () => {
    await keyed('taken-1', { name: 'taken' })
    const answers = [await keyed('taken-2', { name: 'taken' }), await keyed('taken-2', { name: 'taken' })]
    expect(answers.map((answer) => answer.headers.has('idempotency-replayed'))).toEqual([false, true])
    for (const answer of answers) expect(await readError(answer)).toEqual({ status: 409, code: 'NAME_TAKEN' })
  })

  it.each([
    ['breaks', 500],
    ['is forbidden', 403],
  ])('works again after a first one that %s', async (outcome, status) => {
    for (const run of [1, 2]) {
      expect((await flakily(outcome.replaceAll(' ', '-'), outcome)).status).toBe(status)
      expect(runs).toBe(run)
    }
  })

  it.each(['is stale', 'is well'])('works once when it %s', async (outcome) => {
    const key = outcome.replaceAll(' ', '-')
    await flakily(key, outcome)
    await flakily(key, outcome)
    expect(runs).toBe(1)
  })

  it.each(['', 'with blank', 'x'.repeat(201), 'ünicode'])('needs a key of visible characters: "%s"', async (key) => {
    const headers = new Headers({ 'content-type': 'application/json' })
    headers.set('idempotency-key', key)
    const answer = await api.fetch('/api/shelves', { method: 'POST', headers, body: '{"name":"a"}' })
    expect(await readError(answer)).toEqual({ status: 400, code: 'MALFORMED' })
  })

  it('aims at the same stream after a crash that swallowed the answer', async () => {
    const before = await api.countEvents()
    const first = await keyed('crash', { name: 'crash' })
    await api.sql`update idempotency set status = null, body = null where key = 'crash'`
    const second = await keyed('crash', { name: 'crash' })
    expect([second.status, await second.text()]).toEqual([201, await first.text()])
    expect(await api.countEvents()).toBe(before + 1)
  })

  it('leaves nothing readable behind: neither its body nor its answer', async () => {
    await keyed('secret', { name: 'the hidden shelf' })
    const rows = await api.sql`select * from idempotency where key = 'secret'`
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('hidden')
  })
})

describe('Refused requests with keys', () => {
  const rowCount = async () => (await api.sql`select 1 from idempotency`).length
  const refusedWith = (key: string) => keyed(key, { name: 'crowded' })

  it('leave nothing behind where a field was wrong, however many they are', async () => {
    const before = await rowCount()
    const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => keyed(`wrong-${index}`, { name: '' })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]))
    expect(await rowCount()).toBe(before)
  })

  it('are kept so often for one network and no more; beyond that each is looked at afresh', async () => {
    await keyed('crowded', { name: 'crowded' })
    for (let time = 0; time < 3; time++) await refusedWith(`kept-${time}`)
    expect((await refusedWith('kept-0')).headers.has('idempotency-replayed')).toBe(true)
    const counter = { what: 'errors kept', whose: '127.0.0.1', seconds: 24 * 60 * 60, points: 1_000 }
    await rateLimits(api.sql, 'a secret of the tests').correct([counter])
    const before = await rowCount()
    for (let time = 0; time < 30; time++)
      expect(await readError(await refusedWith(`more-${time}`))).toEqual({ status: 409, code: 'NAME_TAKEN' })
    expect(await rowCount()).toBe(before)
    expect((await refusedWith('more-0')).headers.has('idempotency-replayed')).toBe(false)
    expect((await keyed('accepted', { name: 'still kept' })).status).toBe(201)
    expect(await rowCount()).toBe(before + 1)
  })
})

describe('Two visitors with the same key', () => {
  const claim = (visitor: string | null): Claim => ({
    scope: 'public POST /x',
    key: 'shared',
    fingerprint: 'f',
    visitor,
  })
  const backend = () =>
    idempotency({ sql: api.sql, secret: 's', counters: rateLimits(api.sql, 's'), logger: createLogger('silent') })

  it('never get each other’s answer, even when they meet on two backends', async () => {
    const released = Promise.withResolvers<void>()
    const slow = backend().once(claim('b'), requester, async () => {
      await released.promise
      return jsonReply(200, { of: 'b' })
    })
    await backend().once(claim('a'), requester, async () => jsonReply(200, { of: 'a' }))
    released.resolve()
    await expect(slow).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(String((await backend().once(claim(null), requester, async () => jsonReply(200, {}))).body)).toContain('"a"')
  })
})

describe('Two backends with the same key', () => {
  const claim = (key: string, fingerprint = 'f', visitor: string | null = null): Claim => ({
    scope: 'public POST /x',
    key,
    fingerprint,
    visitor,
  })
  const backend = (sql = api.sql) => {
    const answers = idempotency({ sql, secret: 's', counters: rateLimits(sql, 's'), logger: createLogger('silent') })
    const once = (of: Claim, work: () => Promise<Reply>) => answers.once(of, requester, work)
    return { once, purge: answers.purge }
  }
  const answer = (text: string, status = 200) => jsonReply(status, { text })
  const bodies = (replies: readonly Reply[]) => replies.map(({ status, body }) => [status, body?.toString()])

  it('both give the answer that was written down first', async () => {
    const released = Promise.withResolvers<void>()
    const slow = backend().once(claim('race'), async () => {
      await released.promise
      return answer('slow')
    })
    const quick = await backend().once(claim('race'), async () => answer('quick'))
    released.resolve()
    expect(bodies([quick, await slow])).toEqual([
      [200, '{"text":"quick"}'],
      [200, '{"text":"quick"}'],
    ])
  })

  it('give the success of the one that appended, not the error that this caused the other', async () => {
    await api.sql`insert into idempotency (scope, key, fingerprint) values ('public POST /x', 'appended', 'f')`
    const looking = Promise.withResolvers<void>()
    let looks = 0
    const debug = (_: number, query: string) => {
      if (query.includes('select fingerprint') && ++looks > 1) looking.resolve()
    }
    const watched = connect(api.databaseUrl, { debug })
    const refused = backend(watched as unknown as TestApi['sql']).once(claim('appended'), async () =>
      answer('taken', 409),
    )
    await looking.promise
    const applied = await backend().once(claim('appended'), async () => answer('applied', 201))
    expect(bodies([applied, await refused])).toEqual([
      [201, '{"text":"applied"}'],
      [201, '{"text":"applied"}'],
    ])
    await watched.end()
  })

  it('refuse the later of two different requests', async () => {
    const other = backend().once(claim('clash', 'g'), async () => {
      await backend().once(claim('clash'), async () => answer('first'))
      return answer('second')
    })
    await expect(other).rejects.toEqual(
      expect.objectContaining<Partial<DomainError>>({ code: 'IDEMPOTENCY_KEY_REUSED' }),
    )
  })

  it('forget keys after a day', async () => {
    await backend().once(claim('old'), async () => answer('first'))
    await api.sql`update idempotency set created_at = now() - interval '25 hours' where key = 'old'`
    await backend().purge()
    expect(bodies([await backend().once(claim('old'), async () => answer('anew'))])).toEqual([[200, '{"text":"anew"}']])
  })
})
