import { connect } from '@ultimate/event-store/connect.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { people } from '../staff/test/test-people.ts'
import { testApp } from '../test/test-app.ts'

type TestApp = Awaited<ReturnType<typeof testApp>>
let here: TestApp
let there: TestApp
let td: string
let closeLine: () => Promise<void>
beforeAll(async () => {
  here = await testApp()
  const { serving } = here.database
  const sql = connect(serving.url)
  closeLine = () => sql.end()
  there = await testApp({}, { ...here.database, serving: { ...serving, sql } })
  td = await people(here).readToken('td', 'first-td-password')
})
afterAll(async () => {
  await there.close()
  await closeLine()
  await here.close()
})

/** A user with a token from here and one from there, and a page open on both. */
async function signedInTwice(username: string) {
  const [staffHere, staffThere] = [people(here), people(there)]
  const body = { username, email: `${username}@example.org`, role: 'admin' }
  const { body: added } = await staffHere.send('POST', '/api/auth/create-temp-login', { token: td, body })
  // Either backend's automation may have written it.
  const password = await Promise.any([staffHere, staffThere].map((staff) => staff.passwordMailedTo(body.email)))
  const tokens = [
    await staffHere.readToken(username, password),
    await staffThere.readToken(username, password),
  ] as const
  const pages = [await staffHere.signedOut(tokens[0]), await staffThere.signedOut(tokens[1])]
  return { user: added['user'] as User, password, tokens, pages }
}
const asks = (app: TestApp, token: string) => people(app).send('GET', '/api/dinner-signups', { token })

describe('two backends on one database', () => {
  it('both turn away a user who was removed on one of them, and tell their open pages', async () => {
    const { user, password, tokens, pages } = await signedInTwice('becky')
    expect((await asks(there, tokens[0])).status).toBe(200)
    expect((await people(here).send('DELETE', `/api/auth/users/${user.id}`, { token: td })).status).toBe(204)
    for (const app of [here, there])
      for (const token of tokens)
        expect(await asks(app, token)).toMatchObject({ status: 401, body: { code: 'USER_REMOVED' } })
    expect(await Promise.all(pages.map(({ code }) => code))).toEqual(['USER_REMOVED', 'USER_REMOVED'])
    expect((await people(there).login('becky', password)).status).toBe(401)
  })

  it('both end the tokens of a user who changes their password on one of them, but the new one', async () => {
    const { password, tokens, pages } = await signedInTwice('huck')
    const body = { currentPassword: password, newPassword: 'wishbone and gravy' }
    const changed = await people(there).send('POST', '/api/auth/change-password', { token: tokens[1], body })
    expect(changed.status).toBe(200)
    for (const app of [here, there]) {
      for (const token of tokens) expect((await asks(app, token)).body.code).toBe('TOKEN_REVOKED')
      expect((await asks(app, String(changed.body['token']))).status).toBe(200)
    }
    expect(await Promise.all(pages.map(({ code }) => code))).toEqual(['TOKEN_REVOKED', 'TOKEN_REVOKED'])
  })

  it('both show a forgotten name no more, and take no tag for it that they gave before', async () => {
    const captain = { captainName: 'Becky Thatcher', captainEmail: 'becky@example.org', captainPhone: '256-555-0142' }
    const bid = { teamName: 'Huck Finns', location: 'Florence, AL', division: 'rec', ...captain }
    const { body } = await people(here).send('POST', '/api/register-team', { body: bid })
    const { id } = body['team'] as { id: string }
    const pools = [{ id: 'pool-a', name: 'Pool A', size: 2, teams: [id, null] }]
    await people(here).send('POST', '/api/pool-play/save', { token: td, body: { division: 'rec', pools } })
    const paths = ['/api/registered-teams', '/api/pool-play/pools/rec', '/api/dinner-signups']
    const read = async ({ origin }: TestApp, path: string, tag = '') => {
      const headers = { authorization: `Bearer ${td}`, 'if-none-match': tag }
      const response = await fetch(`${origin}${path}`, { headers })
      return { status: response.status, tag: response.headers.get('etag') ?? '', text: await response.text() }
    }
    const before = await Promise.all([here, there].flatMap((app) => paths.map((path) => read(app, path))))
    expect(before.filter(({ text }) => text.includes('Becky Thatcher'))).toHaveLength(4)

    await here.forget([`team-${id}/captain`])
    const look = () =>
      Promise.all(
        [here, there].flatMap((app, at) => paths.map((path, index) => read(app, path, before[at * 3 + index]?.tag))),
      )
    // The backend that was asked forgets at once, the other one as soon as the news reaches it.
    expect((await look()).slice(0, 2)).toMatchObject(
      Array(2).fill({ status: 200, text: expect.stringContaining('Forgotten') }),
    )
    await vi.waitFor(async () => expect(JSON.stringify(await look())).not.toContain('Becky Thatcher'), {
      timeout: 20_000,
    })
    expect((await look()).map(({ status }) => status)).toEqual([200, 200, 304, 200, 200, 304])
  })

  it('count wrong passwords together', async () => {
    const answers: number[] = []
    for (let attempt = 0; attempt < 12; attempt++)
      answers.push((await people(attempt % 2 ? here : there).login('unknown', 'guess')).status)
    expect(answers).toEqual([...Array(10).fill(401), 429, 429])
  })
})
