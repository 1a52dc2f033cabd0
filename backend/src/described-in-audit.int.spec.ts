import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { people } from './staff/test/test-people.ts'
import { settled } from './staff/test/test-staff.ts'
import { type Someone, testApp } from './test/test-app.ts'
import { seedDemo } from './tournament/demo.ts'

let app: Awaited<ReturnType<typeof testApp>>
let tokens: Record<Someone, string | undefined>
let from: string
beforeAll(async () => {
  app = await testApp()
  await seedDemo(app.platform)
  const bearer = async (who: Someone) => (await app.signIn(who))['authorization']?.replace('Bearer ', '')
  tokens = { visitor: undefined, helper: await bearer('helper'), admin: await bearer('admin'), td: await bearer('td') }
})
afterAll(() => app.close())
beforeEach(() => {
  from = new Date().toISOString()
})

const call = async (who: Someone, method: string, path: string) => {
  const headers = tokens[who] ? { authorization: `Bearer ${tokens[who]}` } : undefined
  const answer = await fetch(app.origin + path, { method, ...(headers && { headers }) })
  await answer.arrayBuffer()
  return answer.status
}
/** What was noted since this test began, oldest first, without what the test itself did not do. */
async function told(): Promise<string[]> {
  await settled(app.sql)
  const { body } = await people(app).send('GET', `/api/audit?from=${from}`, { token: tokens.td ?? '' })
  const events = body['events'] as AuditEntry[]
  return events.map(({ actor, sentence }) => `${actor.name ?? actor.kind} ${sentence.text}`).toReversed()
}

describe('the audit tells', () => {
  it('who signed in, and who tried to', async () => {
    const { login } = people(app)
    await login('helper', 'demo-helper')
    await login('HELPER', 'guessed')
    await login('nobody at all', 'guessed')
    expect(await told()).toEqual([
      'Hank Helper signed in',
      'visitor failed to sign in as Hank Helper',
      'visitor failed to sign in with a username that nobody has',
    ])
  })

  it('who took the teams or the audit out of the app', async () => {
    expect(await call('admin', 'POST', '/api/registered-teams/export')).toBe(200)
    expect(await call('td', 'POST', '/api/audit/export')).toBe(200)
    expect(await call('helper', 'POST', '/api/registered-teams/export')).toBe(403)
    expect(await told()).toEqual([
      expect.stringMatching(/^Ada Admin exported \d+ teams with contact data$/),
      'Tournament Director exported the audit',
    ])
  })

  it('who was shown how captains can be reached, once in an hour, and of no one who was not', async () => {
    const division = '/api/pool-play/teams/comp'
    expect(await call('helper', 'GET', division)).toBe(403)
    expect(await call('helper', 'GET', '/api/pool-play/published/comp')).toBe(200)
    expect(await call('visitor', 'GET', '/api/pool-play/published/comp')).toBe(200)
    expect(await told()).toEqual([])
    for (let time = 0; time < 3; time++) expect(await call('admin', 'GET', division)).toBe(200)
    expect(await call('td', 'GET', '/api/pool-play/published/rec')).toBe(200)
    const lines = await told()
    // An hour may end between two looks.
    expect(new Set(lines.map((line) => line.replace(/\d+/, 'n')))).toEqual(
      new Set([
        'Ada Admin saw the phones and e-mail addresses of n captains (Competitive)',
        'Tournament Director saw the phones and e-mail addresses of n captains (Recreational)',
      ]),
    )
    expect(lines.length).toBeLessThanOrEqual(3)
  })
})
