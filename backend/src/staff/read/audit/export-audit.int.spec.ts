import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const take = async (who: 'visitor' | 'helper' | 'admin' | 'td', query = '') => {
  await settled(app.sql)
  return fetch(`${app.origin}/api/audit/export${query}`, { method: 'POST', headers: await app.signIn(who) })
}
const noted = async () => (await app.sql`select 1 from events where type = 'AuditExported'`).length

describe('taking the audit as a file', () => {
  it.each([
    ['visitor', 401],
    ['helper', 403],
    ['admin', 403],
  ] as const)('is refused to a %s with %i, and not noted', async (who, status) => {
    expect((await take(who)).status).toBe(status)
    expect(await noted()).toBe(0)
  })

  it('gives the TD every entry, and is the newest one itself', async () => {
    const answer = await take('td')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
    const bytes = Buffer.from(await answer.arrayBuffer())
    // The mark of UTF-8, which `text()` takes away.
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const lines = bytes.subarray(3).toString().trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      'time (UTC),time at the venue (America/Chicago),who,role,what,before,subject,module,action,stream,position,happened (UTC),happened at the venue (America/Chicago)',
    )
    const [stored] = await app.sql<{ count: number }[]>`select count(*)::int as count from events`
    expect(lines).toHaveLength(2 + (stored?.count ?? 0))
    expect(lines.at(-1)).toMatch(new RegExp(`^End of the export: ${stored?.count} entries\\.,*$`))
    expect(lines[1]).toContain('exported the audit')
    expect(lines.filter((line) => line.includes(',UserAdded,'))).toHaveLength(3)
    expect(await noted()).toBe(1)
  })

  it('gives what was asked for, and nothing else', async () => {
    const lines = (await (await take('td', '?type=UserAdded')).text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(5)
    expect((await take('td', '?limit=1')).status).toBe(422)
    expect(await noted()).toBe(2)
  })

  it('that fails in the middle breaks off, instead of ending like a whole one', async () => {
    await app.sql`
      insert into events (position, stream, version, category, type, schema_version, data, actor_kind, correlation_id,
        causation_id, edition, at)
      select min(position) - 1, 'user-unreadable', 1, 'user', 'UserAdded', 99, '{}', 'system', 'c', 'c', '2025', now()
      from events`
    const answer = await take('td')
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    await app.sql`delete from events where stream = 'user-unreadable'`
  })
})
