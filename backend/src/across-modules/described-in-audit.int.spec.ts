import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { people } from '../staff/test/test-people.ts'
import { type Someone, testApp } from '../test/test-app.ts'
import { seedDemo } from '../tournament/demo.ts'

/** Events that are recorded after an answer take their time on a busy machine. */
const patience = { timeout: 20_000 }

let app: Awaited<ReturnType<typeof testApp>>
let tokens: Record<Someone, string | undefined>
/** The token of another device of the helper, which is signed out. */
let leaving: string
let from: string
beforeAll(async () => {
  app = await testApp()
  await seedDemo(app.platform)
  const bearer = async (who: Someone) => (await app.signIn(who))['authorization']?.replace('Bearer ', '')
  leaving = await people(app).readToken('helper', 'demo-helper')
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
/** Returns the sentences of the audit since this test began, oldest first. */
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
    await login('unknown at all', 'guessed')
    expect(await told()).toEqual([
      'Hank Helper signed in',
      'visitor failed to sign in as Hank Helper',
      expect.stringMatching(/^visitor failed to sign in with a username that no one has \(name [\w-]{6}\)$/),
    ])
  })

  it('who signed out, who was turned away, and who compared all lists', async () => {
    expect((await people(app).send('POST', '/api/auth/logout', { token: leaving })).status).toBe(204)
    expect(await call('visitor', 'POST', '/api/auth/logout')).toBe(401)
    for (let time = 0; time < 12; time++) expect(await call('helper', 'GET', '/api/audit')).toBe(403)
    expect(await call('td', 'POST', '/api/audit/replay')).toBe(200)
    // A request that is turned away is recorded after its answer.
    await vi.waitFor(
      async () => expect((await told()).filter((line) => line.includes('turned away'))).toHaveLength(2),
      patience,
    )
    const rejection = 'Hank Helper was turned away from the audit, for which they have no permission'
    expect((await told()).toSorted()).toEqual([
      'Hank Helper signed out',
      expect.stringMatching(`^${rejection} \\(network [\\w-]{8}\\)$`),
      expect.stringMatching(`^${rejection}, 10 times within 15 minutes \\(network [\\w-]{8}\\)$`),
      expect.stringMatching(/^Tournament Director compared all lists of the site from \d+ events: nothing differed$/),
    ])
  })

  it('of a team also what became of it in the pools, and nothing that did not touch it', async () => {
    const { send } = people(app)
    const token = tokens.td ?? ''
    const { body } = await send('GET', '/api/pool-play/published/comp', { token })
    const [pool] = body['pools'] as { id: string; name: string; teams: ({ id: string; name: string } | null)[] }[]
    const team = pool?.teams.find((it) => it !== null)
    await send('DELETE', '/api/pool-play/clear-published/comp', { token })
    const history = (await send('GET', `/api/audit?stream=team-${team?.id}`, { token })).body['events'] as AuditEntry[]
    const pools = history.filter(({ stream }) => stream.startsWith('pools-')).map(({ sentence }) => sentence)
    expect(pools.map(({ text }) => text)).toEqual([
      `took the Competitive pools with ${team?.name} off the site`,
      expect.stringMatching(`^published the Competitive pools with ${team?.name} in \\w\\d$`),
      expect.stringMatching(`^placed ${team?.name} in \\w\\d in the draft of the Competitive pools$`),
    ])
    expect(history.at(-1)?.sentence.text).toMatch(/^registered the team /)
  })

  it('what was done by a user, or to a subject, that is searched for', async () => {
    const { send } = people(app)
    const found = async (search: string) => {
      const { body } = await send('GET', `/api/audit?search=${encodeURIComponent(search)}`, { token: tokens.td ?? '' })
      return (body['events'] as AuditEntry[]).map(({ sentence }) => sentence.text)
    }
    expect(await found('HÉLPER guessed-by-no-one')).toEqual([])
    expect(await found('háNK added')).toEqual(['added Hank Helper, username helper, as a helper'])
    const [one = ''] = await found('registered')
    const name = /^registered the team (.+) \(/.exec(one)?.[1] ?? ''
    expect(
      (await found(name)).every((text) => text.includes(name) || text.startsWith('took') || text.startsWith('saved')),
    ).toBe(true)
    expect(await found(name)).toContain(one)
  })

  it('who took the teams or the audit out of the app', async () => {
    expect(await call('admin', 'POST', '/api/registered-teams/export')).toBe(200)
    expect(await call('td', 'POST', '/api/audit/export')).toBe(200)
    expect(await call('helper', 'POST', '/api/registered-teams/export')).toBe(403)
    await vi.waitFor(async () => expect(await told()).toHaveLength(3), patience)
    const lines = await told()
    expect(lines.pop()).toMatch(
      /^Hank Helper was turned away from “Export the teams with their captains' contact data as a CSV file”, for which/,
    )
    expect(lines).toEqual([
      expect.stringMatching(/^Ada Admin exported \d+ teams with contact data$/),
      'Tournament Director exported the audit',
    ])
  })

  it('who opened the contact data of a captain, once for a look, and no one who read lists alone', async () => {
    const division = '/api/pool-play/teams/comp'
    expect(await call('helper', 'GET', division)).toBe(403)
    expect(await call('visitor', 'GET', '/api/pool-play/published/comp')).toBe(200)
    await vi.waitFor(async () => expect(await told()).toHaveLength(1), patience)
    expect(await told()).toEqual([expect.stringMatching(/^Hank Helper was turned away/)])
    from = new Date().toISOString()
    expect(await call('admin', 'GET', division)).toBe(200)
    expect(await call('td', 'GET', '/api/pool-play/published/rec')).toBe(200)
    const [team] = await app.sql<{ id: string; name: string }[]>`select id, team_name as name from teams limit 1`
    for (let time = 0; time < 3; time++) expect(await call('admin', 'GET', `/api/teams/${team?.id}`)).toBe(200)
    expect(await told()).toEqual([`Ada Admin saw the contact data of ${team?.name}`])
  })

  it('who came with a forged or an ended token, and not once for each call that it was tried with', async () => {
    const paths = ['audit', 'desk', 'live', 'parts', 'registered-teams', 'auth/users', 'dinner-slots', 'photos', 'gate']
    const tokens = ['garbage', `release_dinner_${'x'.repeat(43)}`]
    for (const token of tokens) for (const path of paths) await people(app).send('GET', `/api/${path}`, { token })
    const refused = async () => (await told()).filter((line) => line.includes('with a token that is not valid'))
    await vi.waitFor(async () => expect(await refused()).toHaveLength(2), patience)
    expect((await refused()).map((line) => line.replace(/ from .+ with a/, ' from … with a'))).toEqual([
      expect.stringMatching(/^visitor was turned away from … with a token that is not valid \(network [\w-]{8}\)$/),
      expect.stringMatching(/not valid, 10 times within 15 minutes \(network [\w-]{8}\)$/),
    ])
  })

  it('who tried too often to sign in, by name only where there is such a user, and not what they typed', async () => {
    const { login } = people(app)
    for (let time = 0; time < 22; time++) await login(time % 2 ? 'admin' : 'my own secret', 'guessed')
    const refused = async () => (await told()).filter((line) => line.includes('turned away'))
    await vi.waitFor(async () => expect(await refused()).toHaveLength(2), patience)
    expect((await refused()).map((line) => line.replace(/network [\w-]{8}/, 'network n')).toSorted()).toEqual([
      'visitor was turned away from signing in after too many attempts (network n)',
      'visitor was turned away from signing in as Ada Admin after too many attempts (network n)',
    ])
    const stored = await app.sql`select data from events where type = 'AttemptRefused'`
    expect(JSON.stringify(stored)).not.toMatch(/secret|guessed/)
  })
})
