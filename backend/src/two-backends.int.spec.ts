import type { User } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from './platform/database/connect.ts'
import { people } from './staff/test-people.ts'
import { testHouse } from './test-house.ts'

type House = Awaited<ReturnType<typeof testHouse>>
let here: House
let there: House
let td: string
let closeLine: () => Promise<void>
beforeAll(async () => {
  here = await testHouse()
  const { serving } = here.database
  const sql = connect(serving.url)
  closeLine = () => sql.end()
  there = await testHouse({}, { ...here.database, serving: { ...serving, sql } })
  td = await people(here).tokenOf('td', 'first-td-password')
})
afterAll(async () => {
  await there.close()
  await closeLine()
  await here.close()
})

/** Somebody with a token from here and one from there, and a page open on both. */
async function somebody(username: string) {
  const [staffHere, staffThere] = [people(here), people(there)]
  const body = { username, email: `${username}@example.org`, role: 'admin' }
  const { body: added } = await staffHere.send('POST', '/api/auth/create-temp-login', { token: td, body })
  // Either backend's automation may have written it.
  const password = await Promise.any([staffHere, staffThere].map((staff) => staff.passwordMailedTo(body.email)))
  const tokens = [await staffHere.tokenOf(username, password), await staffThere.tokenOf(username, password)] as const
  const pages = [await staffHere.signedOut(tokens[0]), await staffThere.signedOut(tokens[1])]
  return { user: added['user'] as User, password, tokens, pages }
}
const asks = (house: House, token: string) => people(house).send('GET', '/api/dinner-signups', { token })

describe('two backends on one database', () => {
  it('both turn away whoever was removed on one of them, and tell his open pages', async () => {
    const { user, password, tokens, pages } = await somebody('becky')
    expect((await asks(there, tokens[0])).status).toBe(200)
    expect((await people(here).send('DELETE', `/api/auth/users/${user.id}`, { token: td })).status).toBe(204)
    for (const house of [here, there])
      for (const token of tokens)
        expect(await asks(house, token)).toMatchObject({ status: 401, body: { code: 'USER_REMOVED' } })
    expect(await Promise.all(pages.map(({ code }) => code))).toEqual(['USER_REMOVED', 'USER_REMOVED'])
    expect((await people(there).login('becky', password)).status).toBe(401)
  })

  it('both end the tokens of whoever changes his password on one of them, but the new one', async () => {
    const { password, tokens, pages } = await somebody('huck')
    const body = { currentPassword: password, newPassword: 'wishbone and gravy' }
    const changed = await people(there).send('POST', '/api/auth/change-password', { token: tokens[1], body })
    expect(changed.status).toBe(200)
    for (const house of [here, there]) {
      for (const token of tokens) expect((await asks(house, token)).body.code).toBe('TOKEN_REVOKED')
      expect((await asks(house, String(changed.body['token']))).status).toBe(200)
    }
    expect(await Promise.all(pages.map(({ code }) => code))).toEqual(['TOKEN_REVOKED', 'TOKEN_REVOKED'])
  })

  it('count wrong passwords together', async () => {
    const answers: number[] = []
    for (let attempt = 0; attempt < 12; attempt++)
      answers.push((await people(attempt % 2 ? here : there).login('nobody', 'guess')).status)
    expect(answers).toEqual([...Array(10).fill(401), 429, 429])
  })
})
