import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from './test/test-app.ts'
import { badCall, buildAddress, everyEndpoint, nameEndpoint, servedCalls } from './test/test-endpoints.ts'

let app: Awaited<ReturnType<typeof testApp>>
let pass: Record<string, string>
let td: Record<string, string>
beforeAll(async () => {
  app = await testApp({ gatePassword: 'turkey' })
  const body = JSON.stringify({ password: 'turkey' })
  const headers = { 'content-type': 'application/json' }
  const opened = await fetch(`${app.origin}/api/gate`, { method: 'POST', headers, body })
  pass = { cookie: opened.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  const credentials = JSON.stringify({ username: 'td', password: 'first-td-password' })
  const login = { method: 'POST', headers: { ...headers, ...pass }, body: credentials }
  const answer = await fetch(`${app.origin}/api/auth/login`, login)
  td = { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
})
afterAll(() => app.close())

/** The code of what came back; of an answer without one, such as a live stream, nothing is read. */
async function readCode(path: string, request: RequestInit): Promise<string | undefined> {
  const response = await fetch(app.origin + path, request)
  if (response.ok) {
    await response.body?.cancel()
    return undefined
  }
  return ((await response.json()) as { code?: string }).code
}

/** Counts the events without those that are recorded after an answer. */
const eventCount = async () => (await app.sql`select 1 from events where category <> 'attempt'`).length
const cases = everyEndpoint.map((endpoint) => ({ name: nameEndpoint(endpoint), ...endpoint }))

describe('the gate before the whole site', () => {
  it('stands before every call that the server answers', async () => {
    expect((await servedCalls(app.origin, pass)).toSorted()).toEqual(everyEndpoint.map(nameEndpoint).toSorted())
  })

  it.each(cases.filter(({ beforeGate }) => !beforeGate))(
    'keeps $name closed, even to a TD, until the password is given',
    async ({ method, path }) => {
      const before = await eventCount()
      const address = buildAddress(path)
      expect(await readCode(address, badCall(method, td))).toBe('GATE_CLOSED')
      expect(await readCode(address, badCall(method, { ...td, cookie: 'gate=guessed; visitor=x' }))).toBe('GATE_CLOSED')
      expect(await eventCount()).toBe(before)
      expect(await readCode(address, badCall(method, { ...td, ...pass }))).not.toBe('GATE_CLOSED')
    },
  )

  it('lets nothing pass but the calls that open it', () => {
    expect(cases.filter(({ beforeGate }) => beforeGate).map(({ name }) => name)).toEqual([
      'GET /api/gate',
      'POST /api/gate',
    ])
  })

  it.each([
    '/api/nothing',
    '/api',
    '/api/',
    '/api/auth/users/',
    '/api//auth/users',
    '/api/%61uth/users',
    '/API/auth/users',
  ])('says nothing of what there is behind it: %s', async (path) => {
    const response = await fetch(app.origin + path, { headers: td })
    const text = await response.text()
    if (path.startsWith('/api')) expect([response.status, JSON.parse(text).code]).toEqual([401, 'GATE_CLOSED'])
    expect(text).not.toContain('td@localhost')
  })

  it.each(['HEAD', 'OPTIONS', 'PATCH', 'PROPFIND'])('holds for every method: %s', async (method) => {
    expect((await fetch(`${app.origin}/api/auth/users`, { method, headers: td })).status).toBe(401)
  })

  it('leaves in the audit who tried it, a few facts however often they did, and nothing of what they typed', async () => {
    const attempt = (password: string) =>
      fetch(`${app.origin}/api/gate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      })
    const answers = []
    for (let time = 0; time < 30; time++) answers.push((await attempt('my own secret')).status)
    expect(answers.filter((status) => status === 429)).toHaveLength(10)
    expect((await attempt('turkey')).status).toBe(429)
    const noted = async () =>
      (
        await app.sql<{ data: Record<string, unknown> }[]>`
          select data from events where type in ('AttemptRefused', 'GateOpened') order by type desc, position`
      ).map(({ data: { reason = 'passed', times } }) => `${reason} ${times}`)
    await vi.waitFor(
      async () =>
        expect(await noted()).toEqual([
          'passed 1',
          'wrong-password 1',
          'wrong-password 10',
          'throttled 1',
          'throttled 10',
        ]),
      { timeout: 20_000 },
    )
    expect(JSON.stringify(await app.sql`select * from events`)).not.toMatch(/my own secret|127\.0\.0\.1/)
  })

  it('opens the live stream with the pass', async () => {
    const response = await fetch(`${app.origin}/api/live?topics=users`, { headers: { ...td, ...pass } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    await response.body?.cancel()
  })
})
