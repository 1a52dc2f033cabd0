import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { verifications } from '../../secrets/passwords.ts'

// Equal work is provable, equal time on a busy machine is not.
const verified: unknown[] = []
const note = (cost: unknown) => void verified.push(cost)

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp({ trustProxy: true })
  verifications.subscribe(note)
})
afterAll(async () => {
  verifications.unsubscribe(note)
  await app.close()
})
beforeEach(() => {
  verified.length = 0
})

async function fail(username: string, address: string) {
  const answer = await fetch(`${app.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ username, password: 'not this one' }),
  })
  return { status: answer.status, body: await answer.text(), retry: Number(answer.headers.get('retry-after')) }
}

const failuresNoted = async () => (await app.sql`select 1 from events where type = 'SignInFailed'`).length

describe('a wrong password', () => {
  it('costs one verification of the same strength, whether the name is known or not', async () => {
    const strengths: unknown[] = []
    for (const username of ['helper', 'unknown at all']) {
      verified.length = 0
      expect((await fail(username, '198.51.100.1')).status).toBe(401)
      strengths.push([...verified])
    }
    expect(strengths).toEqual([['$argon2id$v=19$m=19456,t=2,p=1'], ['$argon2id$v=19$m=19456,t=2,p=1']])
  })
})

describe('a hundred wrong passwords', () => {
  // Each name 20 times from a network of its own: what stops them is the count per name in its network.
  const names = ['td', 'admin', 'unknown', 'unknown, too', 'unknown as well']
  const attempts = names.flatMap((username, index) =>
    Array.from({ length: 20 }, () => ({ username, address: `203.0.113.${index}` })),
  )

  it('are looked at ten times for each name, with the same answers for known and unknown names', async () => {
    const before = await failuresNoted()
    const received = new Map<string, string[]>()
    const waits: number[] = []
    for (const { username, address } of attempts) {
      const { status, body, retry } = await fail(username, address)
      received.set(username, [...(received.get(username) ?? []), `${status} ${body}`])
      if (status === 429) waits.push(retry)
    }
    const distinct = new Set([...received.values()].map((list) => JSON.stringify(list)))
    expect(distinct.size, 'a name that exists reads like one that does not').toBe(1)
    const answers = received.get('td') ?? []
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual([...Array(10).fill('401'), ...Array(10).fill('429')])
    expect(verified, 'what is throttled costs no hashing').toHaveLength(10 * names.length)
    expect((await failuresNoted()) - before).toBe(10 * names.length)
    expect(waits.every((wait) => wait > 0 && wait <= 15 * 60)).toBe(true)
  })

  it('do not keep other users out meanwhile', async () => {
    const answer = await fetch(`${app.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
      body: JSON.stringify({ username: 'helper', password: 'demo-helper' }),
    })
    expect(answer.status).toBe(200)
  })
})
