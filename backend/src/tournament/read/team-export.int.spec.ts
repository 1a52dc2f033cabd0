import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Someone, testApp } from '../../test/test-app.ts'

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp()
  for (const [teamName, captainPhone] of [
    ['Huck Finns', '+1 256 555-0142'],
    ['=cmd|calc', '256-555-0143'],
  ])
    await send('POST', '/api/register-team', 'visitor', {
      teamName,
      location: 'Florence, AL',
      division: 'rec',
      captainName: 'Becky Thatcher',
      captainEmail: 'becky@example.org',
      captainPhone,
    })
})
afterAll(() => app.close())

const send = async (method: string, path: string, as: Someone, body?: unknown, headers = {}) =>
  fetch(`${app.origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await app.signIn(as)), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const exportTeams = (as: Someone, headers = {}) => send('POST', '/api/registered-teams/export', as, undefined, headers)

interface Entry {
  stream: string
  module: string
  actor: { kind: string; name: string; role: string }
  data: unknown
}
async function exportsInAudit(): Promise<Entry[]> {
  const answer = await send('GET', '/api/audit?type=TeamsExported', 'td')
  return ((await answer.json()) as { events: Entry[] }).events
}

describe('Exporting the teams', () => {
  it.each([
    ['visitor', 401, 'NO_TOKEN'],
    ['helper', 403, 'FORBIDDEN'],
  ] as const)('is not for a %s, who learns nothing and leaves no trace', async (someone, status, code) => {
    const before = await exportsInAudit()
    const answer = await exportTeams(someone)
    const text = await answer.text()
    expect(answer.status).toBe(status)
    expect(JSON.parse(text)).toMatchObject({ code })
    expect(text).not.toContain('555-01')
    expect(await exportsInAudit()).toEqual(before)
  })

  it.each(['td', 'admin'] as const)(
    'gives the %s the file with all contact data, for no cache to keep',
    async (someone) => {
      const answer = await exportTeams(someone)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="teams-\d{4}-\d\d-\d\d\.csv"$/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const [, huck, , end] = bytes.toString().split('\r\n')
      expect(huck).toContain(`1,"Huck Finns","Recreational","Confirmed","No","Florence, AL","Becky Thatcher"`)
      expect(huck).toContain(`"becky@example.org","'+1 256 555-0142"`)
      expect(bytes.toString()).toContain(`"'=cmd|calc"`)
      expect(end).toBe('')
    },
  )

  it('follows the filter of the list, and is recorded with how many teams that left', async () => {
    const heads = async (query: string) => {
      const answer = await send('POST', `/api/registered-teams/export?${query}`, 'td')
      const lines = (await answer.text()).trim().split('\r\n')
      return [answer.status, ...lines.slice(1).map((line) => line.split('","')[0])]
    }
    expect(await heads('q=HUCK')).toEqual([200, '1,"Huck Finns'])
    expect((await exportsInAudit())[0]).toMatchObject({ data: { teams: 1 } })
    expect(await heads('division=rec&status=confirmed&paid=no&decided=by-order')).toHaveLength(3)
    expect(await heads('division=comp')).toEqual([200])
    expect(await heads('status=waitlist')).toEqual([200])
    expect(await heads('address=unconfirmed')).toEqual([200])
    expect((await send('POST', '/api/registered-teams/export?division=both', 'td')).status).toBe(422)
  })

  it('is in the audit, each time, with who took how many', async () => {
    const before = await exportsInAudit()
    await exportTeams('admin')
    const [latest, ...earlier] = await exportsInAudit()
    expect(earlier).toEqual(before)
    expect(latest).toMatchObject({
      stream: 'exports-teams',
      module: 'tournament',
      actor: { kind: 'staff', role: 'admin' },
      data: { teams: 2, format: 'csv' },
    })
  })

  it('is one export when the connection broke and the request came again', async () => {
    const before = (await exportsInAudit()).length
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = [await exportTeams('td', key), await exportTeams('td', key)]
    expect(Buffer.from(await second.arrayBuffer())).toEqual(Buffer.from(await first.arrayBuffer()))
    expect(second.headers.get('content-disposition')).toBe(first.headers.get('content-disposition'))
    expect(await exportsInAudit()).toHaveLength(before + 1)
  })

  it('answers another method with what this address takes', async () => {
    const answer = await send('GET', '/api/registered-teams/export', 'td')
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toContain('POST')
  })
})
