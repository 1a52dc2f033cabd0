import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../test/test-app.ts'
import { partCalls, smallSite } from './parts.fixture.ts'

let app: Awaited<ReturnType<typeof testApp>>
let td: ReturnType<typeof partCalls>
const as = (token: string) => partCalls(app.origin, { authorization: `Bearer ${token}` })
beforeAll(async () => {
  app = await testApp({}, undefined, { host: smallSite })
  td = partCalls(app.origin, await app.signIn('td'))
  await td.add('hello')
})
afterAll(() => app.close())

const metric = async (part: string) => {
  const text = await (await fetch(`${app.origin}/metrics`)).text()
  return text.split('\n').filter((line) => line.startsWith('part_errors_total{') && line.includes(`part="${part}"`))
}

describe('A release token', () => {
  it('lets a team list, release, try, activate, roll back and preview its own part, in its own name', async () => {
    const team = as(await td.token('dinner'))
    expect((await team.list()).map(({ name }) => name)).toEqual(['dinner'])
    expect((await team.release('dinner', '1.1.0')).body.release?.by).toBe('Team dinner')
    expect((await team.activate('dinner', '1.1.0', 10)).status).toBe(200)
    expect((await team.activate('dinner', '1.1.0')).body.part).toMatchObject({ live: '1.1.0', by: 'Team dinner' })
    expect((await team.rollBack('dinner')).body.part?.live).toBe('1.0.0')
    const preview = await team.send('POST', '/api/parts/dinner/preview', { json: { version: '1.1.0' } })
    expect([preview.status, preview.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^part-preview=[\w.%-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/),
    ])
    const rows = await app.sql<{ actor: object }[]>`
      select jsonb_build_object('kind', actor_kind, 'id', actor_id, 'role', actor_role) as actor
      from events where stream = 'part-dinner' and type <> 'ReleaseTokenIssued'`
    expect(new Set(rows.map(({ actor }) => JSON.stringify(actor)))).toEqual(
      new Set([JSON.stringify({ id: 'team-dinner', kind: 'staff', role: 'release' })]),
    )
  })

  it('is of no use for the part of another team, nor for anything else, be it open to everyone', async () => {
    const team = as(await td.token('hello'))
    const forbidden = { status: 403, body: { code: 'FORBIDDEN' } }
    expect(await team.release('dinner', '1.2.0')).toMatchObject(forbidden)
    expect(await team.activate('dinner', '1.1.0')).toMatchObject(forbidden)
    expect(await team.rollBack('dinner')).toMatchObject(forbidden)
    expect(await team.add('another')).toMatchObject(forbidden)
    for (const [method, path] of [
      ['POST', '/api/parts/hello/tokens'],
      ['DELETE', '/api/parts/hello/tokens'],
      ['GET', '/api/audit'],
      ['GET', '/api/registered-teams'],
      ['GET', '/api/live'],
    ] as const)
      expect(await team.send(method, path)).toMatchObject(forbidden)
  })

  it('ends with all others of its part, and no other ones', async () => {
    const [one, other, dinner] = [await td.token('hello'), await td.token('hello'), await td.token('dinner')]
    expect((await td.send('DELETE', '/api/parts/hello/tokens')).status).toBe(204)
    for (const token of [one, other])
      expect(await as(token).send('GET', '/api/parts')).toMatchObject({
        status: 401,
        body: { code: 'RELEASE_TOKEN_ENDED' },
      })
    expect(await as(dinner).list()).toHaveLength(1)
    expect((await td.send('DELETE', '/api/parts/hello/tokens')).status).toBe(204)
    expect(await td.send('DELETE', '/api/parts/unknown/tokens')).toMatchObject({ status: 404 })
  })

  it('stands nowhere as it is, in no fact, row or answer', async () => {
    const token = await td.token('hello')
    expect(token).toMatch(/^release_hello_[\w-]{43}$/)
    const secret = token.slice('release_hello_'.length)
    const [{ dump } = { dump: '' }] = await app.sql<{ dump: string }[]>`
      select (select json_agg(events)::text from events) || (select json_agg(release_tokens)::text from release_tokens)
        || coalesce((select json_agg(idempotency)::text from idempotency), '') as dump`
    expect(dump).not.toContain(secret)
    expect(JSON.stringify(await td.send('GET', '/api/audit'))).not.toContain(secret)
  })
})

describe('An error of a part in a page', () => {
  const tell = (body: object) => td.send('POST', '/api/part-errors', { json: body })

  it('is counted by part and version, in the metrics and in the list', async () => {
    for (let time = 0; time < 3; time++)
      expect((await tell({ part: 'dinner', version: '1.0.0', message: 'boom', stack: 'at once' })).status).toBe(204)
    expect(await metric('dinner')).toEqual(['part_errors_total{part="dinner",version="1.0.0"} 3'])
    const dinner = (await td.list()).find(({ name }) => name === 'dinner')
    expect(dinner?.errors).toEqual([{ version: '1.0.0', count: 3 }])
  })

  it('is stored with its message and calls, and nothing about a person', async () => {
    const stack = 'Error: boom of becky@example.org\n    at openJar (https://e.org/parts/dinner/js/mfe.0.js:1:200)'
    await tell({ part: 'dinner', version: '1.0.0', message: 'boom of becky@example.org\u0000', stack })
    const { status, body } = await td.send('GET', '/api/parts/dinner/errors')
    expect(status).toBe(200)
    expect(body.errors?.[0]).toEqual({
      version: '1.0.0',
      message: 'boom of …',
      stack: ['openJar /parts/dinner/js/mfe.0.js:1:200'],
      count: 1,
      previews: 0,
      lastAt: expect.any(String),
    })
    const dinner = as(await td.token('dinner'))
    expect((await dinner.send('GET', '/api/parts/dinner/errors')).status).toBe(200)
    expect((await dinner.send('GET', '/api/parts/tournament/errors')).status).toBe(403)
    expect((await fetch(`${app.origin}/api/parts/dinner/errors`)).status).toBe(401)
  })

  it('is counted apart in a preview', async () => {
    const { headers } = await td.send('POST', '/api/parts/dinner/preview', { json: { version: '1.0.0' } })
    const cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    const json = { part: 'dinner', version: '1.0.0', message: 'only here' }
    await td.send('POST', '/api/part-errors', { json, headers: { cookie } })
    const { body } = await td.send('GET', '/api/parts/dinner/errors')
    expect(body.errors?.[0]).toMatchObject({ message: 'only here', count: 0, previews: 1 })
    expect((await td.list()).find(({ name }) => name === 'dinner')?.errors).toEqual([{ version: '1.0.0', count: 4 }])
  })

  it('replaces the oldest of twenty', async () => {
    for (const letter of 'abcdefghijklmnopqrst')
      await tell({ part: 'dinner', version: '1.0.0', message: `jar ${letter}` })
    const { body } = await td.send('GET', '/api/parts/dinner/errors')
    expect(body.errors?.map(({ message }) => message)).toEqual(
      Array.from('tsrqponmlkjihgfedcba', (one) => `jar ${one}`),
    )
  })

  it('is accepted but not counted for an unknown part or version', async () => {
    expect((await tell({ part: 'dinner', version: '9.9.9', message: 'boom' })).status).toBe(204)
    expect((await tell({ part: 'unknown', version: '1.0.0', message: 'boom' })).status).toBe(204)
    expect(await metric('unknown')).toEqual([])
    expect(await metric('dinner')).toHaveLength(1)
  })

  it('is refused where it is none, and where one network tells too many', async () => {
    expect(await tell({ part: 'dinner' })).toMatchObject({ status: 422 })
    const statuses: number[] = []
    for (let time = 0; time < 70; time++)
      statuses.push((await tell({ part: 'unknown', version: '1.0.0', message: 'boom' })).status)
    expect(new Set(statuses)).toEqual(new Set([204, 429]))
  })
})
