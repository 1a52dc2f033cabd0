import { endpoint } from '@ultimate/events/language/endpoint.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readError, startApi, type TestApi } from '../api.fixture.ts'
import { route } from '../http-route.ts'

const borrow = endpoint({
  method: 'POST',
  path: '/api/borrow',
  summary: 'A call of this test',
  allow: 'everyone',
  body: z.strictObject({ email: z.string(), outcome: z.enum(['lent', 'broken', 'stale', 'missing']).default('lent') }),
  answers: { 201: z.strictObject({ run: z.number() }) },
  limit: {
    name: 'borrowing',
    seconds: 600,
    perNetwork: 3,
    perMailbox: { field: 'email', max: 2 },
    rejectedPerNetwork: 6,
    weights: { NOT_FOUND: 3 },
  },
})
const guess = endpoint({
  method: 'POST',
  path: '/api/guess',
  summary: 'A call of this test',
  allow: 'everyone',
  body: z.strictObject({ right: z.boolean() }),
  answers: { 204: null },
  limit: { name: 'guessing', seconds: 600, rejectedPerNetwork: 4 },
})

let api: TestApi
let runs = 0
beforeAll(async () => {
  api = await startApi({
    trustProxy: true,
    routes: [
      route(borrow, async ({ body: { outcome } }) => {
        runs++
        if (outcome === 'broken') throw new Error('broken')
        if (outcome === 'stale') platformErrors.fail('STALE')
        if (outcome === 'missing') platformErrors.fail('NOT_FOUND')
        return { status: 201, body: { run: runs } }
      }),
      route(guess, async ({ body }) => {
        runs++
        return body.right ? { status: 204, body: undefined } : platformErrors.fail('WRONG_GATE_PASSWORD')
      }),
    ],
  })
})
afterAll(() => api.close())
beforeEach(async () => {
  runs = 0
  await api.sql`delete from rate_limits`
})

interface PostOptions {
  readonly from?: string
  readonly key?: string
  readonly token?: string
}
let borrowers = 0
const post = (path: string, json: unknown, { from = '192.0.2.1', key, token }: PostOptions = {}) =>
  api.fetch(path, {
    json,
    headers: { 'x-forwarded-for': from, ...(key && { 'idempotency-key': key }) },
    ...(token && { token }),
  })
const borrowing = (more: object = {}, asked: PostOptions = {}) =>
  post('/api/borrow', { email: `b${++borrowers}@example.org`, ...more }, asked)
const statuses = async (times: number, ask: () => Promise<Response>) => {
  const seen: number[] = []
  for (let time = 0; time < times; time++) seen.push((await ask()).status)
  return seen
}
const countRows = async () => (await api.sql`select 1 from rate_limits`).length

describe('A limit of accepted calls', () => {
  it('stops a network that has had its share, and says when to come back', async () => {
    expect(await statuses(4, () => borrowing())).toEqual([201, 201, 201, 429])
    const refused = await borrowing()
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readError(refused)).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' })
    expect(runs).toBe(3)
    expect((await borrowing({}, { from: '192.0.2.2' })).status).toBe(201)
  })

  it('holds for many at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => borrowing()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  })

  it('takes the addresses of one IPv6 network together, and an IPv4 address in both spellings', async () => {
    const from = (address: string) => borrowing({}, { from: address })
    for (const address of ['2001:db8:0:7::1', '2001:db8:0:7::2', '2001:db8:0:7:ffff::3'])
      expect((await from(address)).status).toBe(201)
    expect((await from('2001:db8:0:7::4')).status).toBe(429)
    for (const address of ['198.51.100.7', '::ffff:198.51.100.7', '198.51.100.7'])
      expect((await from(address)).status).toBe(201)
    expect((await from('::ffff:c633:6407')).status).toBe(429)
  })

  it('stops a mailbox, wherever the calls come from and however its address is written', async () => {
    const to = (email: string, from: string) => borrowing({ email }, { from })
    expect((await to('becky@example.org', '192.0.2.1')).status).toBe(201)
    expect((await to('Becky+more@Example.ORG', '192.0.2.2')).status).toBe(201)
    expect((await to('BECKY@example.org', '192.0.2.3')).status).toBe(429)
    expect((await to('tom@example.org', '192.0.2.3')).status).toBe(201)
  })

  it('counts no repetition under a key', async () => {
    const asked = { email: 'sid@example.org' }
    const first = await (await borrowing(asked, { key: 'once' })).text()
    for (let time = 0; time < 9; time++) expect(await (await borrowing(asked, { key: 'once' })).text()).toBe(first)
    expect(await statuses(3, () => borrowing())).toEqual([201, 201, 429])
    expect(await (await borrowing(asked, { key: 'once' })).text()).toBe(first)
  })

  it('does not count what staff do', async () => {
    expect(await statuses(8, () => borrowing({ email: 'a@example.org' }, { token: 'helper' }))).toEqual(
      Array(8).fill(201),
    )
    expect(await countRows()).toBe(0)
  })
})

describe('Calls that were refused', () => {
  it('do not count as accepted, and are stopped by a limit of their own', async () => {
    expect(await statuses(6, () => borrowing({ outcome: 'stale' }))).toEqual(Array(6).fill(412))
    expect(await statuses(2, () => borrowing({ outcome: 'stale' }))).toEqual([429, 429])
    expect(runs).toBe(6)
    expect((await borrowing({}, { from: '192.0.2.2' })).status).toBe(201)
  })

  it('leave all accepted calls to who stays below that limit', async () => {
    await statuses(5, () => borrowing({ outcome: 'stale', email: 'tom@example.org' }))
    expect(await statuses(2, () => borrowing({ email: 'tom@example.org' }))).toEqual([201, 201])
    expect(await statuses(2, () => borrowing())).toEqual([201, 429])
  })

  it('weigh what they tell', async () => {
    expect(await statuses(3, () => borrowing({ outcome: 'missing' }))).toEqual([404, 404, 429])
  })

  it('are not counted where the fault was ours', async () => {
    expect(await statuses(9, () => borrowing({ outcome: 'broken' }))).toEqual(Array(9).fill(500))
    expect(await statuses(3, () => borrowing())).toEqual([201, 201, 201])
  })

  it('are not even counted where no field is right: nothing is looked up and nothing is kept', async () => {
    expect(await statuses(30, () => borrowing({ email: 7 }, { key: crypto.randomUUID() }))).toEqual(Array(30).fill(422))
    expect(await countRows()).toBe(0)
  })
})

describe('A limit of refused calls alone', () => {
  const guessing = (right: boolean) => post('/api/guess', { right })

  it('stops guessing, also with the right answer', async () => {
    expect(await statuses(4, () => guessing(false))).toEqual([401, 401, 401, 401])
    expect((await guessing(true)).status).toBe(429)
    expect(runs).toBe(4)
  })

  it('lets any number of right answers through', async () => {
    expect(await statuses(9, () => guessing(true))).toEqual(Array(9).fill(204))
    expect(await statuses(5, () => guessing(false))).toEqual([401, 401, 401, 401, 429])
  })

  it('holds for many at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => guessing(false)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4)
  })
})

describe('While the counters cannot be read', () => {
  it('a limited call is answered 503, and reading goes on', async () => {
    await api.owner`alter table rate_limits rename to elsewhere`
    try {
      const answer = await borrowing()
      expect(answer.headers.get('retry-after')).not.toBeNull()
      expect(await readError(answer)).toEqual({ status: 503, code: 'UNAVAILABLE' })
      expect(runs).toBe(0)
      expect((await api.fetch('/api/openapi.json')).status).toBe(200)
    } finally {
      await api.owner`alter table elsewhere rename to rate_limits`
    }
  })
})

it('is described where the call is', async () => {
  const document = (await (await api.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
  }
  expect(document.paths['/api/gate']?.['post']?.responses['429']).toMatchObject({ headers: { 'Retry-After': {} } })
})
