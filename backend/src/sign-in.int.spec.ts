import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Someone, testApp } from './test/test-app.ts'

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const json = { 'content-type': 'application/json' }

function login(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${app.origin}/api/auth/login`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

async function audit(who: Someone | Record<string, string>, query = ''): Promise<Response> {
  await settled(app.sql)
  const headers = typeof who === 'string' ? await app.signIn(who) : who
  return fetch(`${app.origin}/api/audit${query}`, { headers })
}

async function auditPage(query: string): Promise<{ events: AuditEntry[]; next: number | null }> {
  return (await (await audit('td', query)).json()) as { events: AuditEntry[]; next: number | null }
}

describe('POST /api/auth/login', () => {
  it('answers the user as the contract shows them, with a token, and is kept in no cache', async () => {
    const answer = await login({ username: 'td', password: 'first-td-password' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({
      user: {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        username: 'td',
        full_name: 'Tournament Director',
        email: 'td@localhost',
        role: 'TD',
        is_verified: true,
      },
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    })
  })

  it('answers 401 alike to a wrong password and to an unknown name', async () => {
    const answers = await Promise.all([
      login({ username: 'td', password: 'wrong' }),
      login({ username: 'stranger', password: 'wrong' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
    const [one, other] = await Promise.all(answers.map((answer) => answer.json()))
    expect(one).toEqual(other)
    expect(one).toEqual({
      code: 'INVALID_CREDENTIALS',
      message: 'Username or password is wrong.',
      error: 'Username or password is wrong.',
    })
  })

  it('lets a user in whose old token is no longer good', async () => {
    const answer = await login({ username: 'td', password: 'first-td-password' }, { authorization: 'Bearer garbage' })
    expect(answer.status).toBe(200)
  })

  it('answers 429 with Retry-After after ten failures', async () => {
    for (let attempt = 0; attempt < 10; attempt++) await login({ username: 'guessed', password: 'wrong' })
    const answer = await login({ username: 'guessed', password: 'wrong' })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ code: 'TOO_MANY_SIGN_INS' })
  })

  it.each([
    ['no fields', {}, { username: 'Username is required.', password: 'Password is required.' }],
    ['blank fields', { username: ' \t', password: '' }, { username: expect.any(String), password: expect.any(String) }],
    ['numbers', { username: 1, password: 2 }, { username: expect.any(String), password: expect.any(String) }],
    ['a name too long', { username: 'x'.repeat(255), password: 'x' }, { username: expect.stringContaining('254') }],
    ['a password too long', { username: 'td', password: 'x'.repeat(1001) }, { password: expect.any(String) }],
    ['a NUL in the name', { username: 't\u0000d', password: 'x' }, { username: expect.any(String) }],
    ['unknown fields', { username: 'td', password: 'x', role: 'TD' }, { role: expect.any(String) }],
  ])('answers 422 with a sentence per field to %s', async (_, body, fields) => {
    const answer = await login(body)
    expect(answer.status).toBe(422)
    expect(((await answer.json()) as { fields: unknown }).fields).toEqual(fields)
  })

  it.each(['', '{', 'null', '[]', '"td"'])('answers bad JSON with 400 or 422, never 500: %s', async (body) => {
    expect([400, 422]).toContain((await login(body)).status)
  })

  it.each(['🥏', '\u202Etd', '<b>td</b>', "' or 1=1 --", '𝕿𝕯'])('takes %s for an unknown name', async (username) => {
    expect((await login({ username, password: 'x' })).status).toBe(401)
  })

  it('tells a repeated request the same, and stores one sign-in', async () => {
    const key = { 'idempotency-key': 'sign-in-once' }
    const first = await login({ username: 'helper', password: 'demo-helper' }, key)
    const again = await login({ username: 'helper', password: 'demo-helper' }, key)
    expect(await again.json()).toEqual(await first.json())
    const { events } = await auditPage('?type=UserSignedIn&actor=Hank%20Helper')
    expect(events).toHaveLength(1)
    const other = await login({ username: 'helper', password: 'guess' }, key)
    expect(other.status).toBe(422)
  })
})

describe('GET /api/audit', () => {
  it('is for the TD alone', async () => {
    expect((await audit('visitor')).status).toBe(401)
    expect((await audit('helper')).status).toBe(403)
    expect((await audit('admin')).status).toBe(403)
    const answer = await audit('td')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['Bearer garbage', 'INVALID_SIGNATURE'],
    ['Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ0ZCJ9.', 'INVALID_SIGNATURE'],
    ['Basic dGQ6dGQ=', 'NO_TOKEN'],
  ])('answers 401 to "%s" with %s', async (authorization, code) => {
    const answer = await audit({ authorization })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code })
  })

  it('names who registered and who signed in, page by page', async () => {
    const all = await auditPage('?limit=200')
    expect(all.events.map(({ type }) => type)).toContain('UserAdded')
    const first = await auditPage('?limit=2')
    const second = await auditPage(`?limit=200&before=${first.next}`)
    expect([...first.events, ...second.events]).toEqual(all.events)
    expect(second.next).toBeNull()
  })

  it.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'before=-1',
    'before=1e99',
    'from=yesterday',
    'to=2025',
    'from=0000-01-01T00:00:00Z',
    'to=275760-09-13T00:00:00Z',
    'unknown=1',
  ])('answers 422 to ?%s', async (query) => {
    expect((await audit('td', `?${query}`)).status).toBe(422)
  })

  it('holds no secret', async () => {
    const text = await (await audit('td', '?limit=200')).text()
    expect(text).not.toMatch(/argon2|demo-helper|first-td-password|eyJ/)
  })
})
