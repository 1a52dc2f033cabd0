import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type ReplayLine, replayLine } from '@ultimate/events/staff/log-api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { replayAll } from './replay.route.ts'

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const parseLines = (answer: string): ReplayLine[] =>
  answer
    .trim()
    .split('\n')
    .map((line) => replayLine.parse(JSON.parse(line)))

const post = async (someone: 'td' | 'admin') =>
  fetch(`${app.origin}/api/audit/replay`, { method: 'POST', headers: await app.signIn(someone) })

/** Sign-ins of long ago, below everything that the app has stored itself. */
const longLog = (facts: number) => app.sql`
  insert into events
  select n, stream, 1000 + n, 'user', 'UserSignedIn', 1, '{}', 'staff', 'td', 'Tournament Director', 'TD', 'c', 'c',
    '2025', now() - interval '1 day', null
  from generate_series(1, ${facts}) as n, (select stream from events where type = 'UserAdded' limit 1) as one_user`

describe('a replay of everything', () => {
  it('reports how far it is, and that nothing differs', async () => {
    const answer = await post('td')
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const lines = parseLines(await answer.text())
    const result = lines.at(-1)
    expect(result).toMatchObject({ kind: 'result', differences: [] })
    if (result?.kind !== 'result') throw new Error('there is no result')
    expect(result.tables).toContainEqual({ table: 'users', rows: 3, differences: 0 })
    expect(lines).toContainEqual({ kind: 'progress', events: result.events, total: result.events })
  })

  it('shows a row that is not what the events say, and leaves it as it is', async () => {
    await app.sql`update users set full_name = 'Mallory' where username = 'helper'`
    const lines = parseLines(await (await post('td')).text())
    expect(lines.at(-1)).toMatchObject({
      differences: [{ table: 'users', live: { full_name: 'Mallory' }, rebuilt: { full_name: 'Hank Helper' } }],
    })
    const [row] = await app.sql`select full_name from users where username = 'helper'`
    expect(row).toEqual({ full_name: 'Mallory' })
  })

  it('shows the damaged field, a missing row and one that no event made', async () => {
    const [helper] = await app.sql`select * from users where username = 'helper'`
    const stray = randomUUID()
    await app.sql`
      update users set id = ${stray}, username_key = 'stray', email_key = 'stray' where username = 'helper'`
    const result = parseLines(await (await post('td')).text()).at(-1)
    if (result?.kind !== 'result') throw new Error('there is no result')
    const found = new Map(result.differences.map(({ id, live, rebuilt }) => [id, { live, rebuilt }]))
    expect(found.get(String(helper?.['id']))).toMatchObject({ live: null, rebuilt: { full_name: 'Hank Helper' } })
    expect(found.get(stray)).toMatchObject({ live: { full_name: 'Mallory' }, rebuilt: null })
    expect(result.tables.find(({ table }) => table === 'users')).toEqual({ table: 'users', rows: 3, differences: 2 })
    await app.sql`update users set ${app.sql({ ...helper, full_name: 'Hank Helper' })} where id = ${stray}`
  })

  it('of a long log leaves what is served as it is, the whole time it runs', async () => {
    await longLog(50_000)
    const served = async () => {
      const headers = await app.signIn('td')
      const answers = ['/api/auth/users', '/api/registered-teams', '/api/dinner-slots', '/api/pool-play/published/comp']
      return Promise.all(answers.map(async (path) => (await fetch(app.origin + path, { headers })).text()))
    }
    const before = await served()
    const running = await post('td')
    let [text, asked] = ['', 0]
    for await (const part of (running.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += part
      asked++
      expect(await served()).toEqual(before)
    }
    const lines = parseLines(text)
    expect(asked).toBeGreaterThan(0)
    expect(lines.filter(({ kind }) => kind === 'progress').length).toBeGreaterThan(10)
    expect(lines.at(-1)).toMatchObject({ kind: 'result', differences: [] })
    expect(lines.at(-1)).toHaveProperty(
      'events',
      expect.toSatisfy((events: number) => events > 50_000),
    )
    expect(await served()).toEqual(before)
    expect(await app.sql`select 1 from information_schema.schemata where schema_name = 'rebuild'`).toHaveLength(0)
  })

  it('is refused to an admin', async () => {
    expect((await post('admin')).status).toBe(403)
  })

  it('is refused while another one runs, and welcome again after it', async () => {
    const answers = await Promise.all([post('td'), post('td')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    for (const answer of answers) await answer.text()
    const again = await post('td')
    expect(again.status).toBe(200)
    await again.text()
  })

  it('says that it failed where it failed', async () => {
    let hasEnded = false
    const modules = () => {
      const [first] = app.platform.modules()
      if (!first) throw new Error('there are no modules')
      return [first, first]
    }
    const body = replayAll({ sql: app.sql, modules }, async (result) => {
      hasEnded = result === null
    })
    expect(parseLines(await text(body))).toEqual([{ kind: 'failed' }])
    expect(hasEnded).toBe(true)
  })
})
