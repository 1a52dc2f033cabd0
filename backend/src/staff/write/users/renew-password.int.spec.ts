import type { User } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailServer } from '../../../platform/mail/test-mail-server.ts'
import { testApp } from '../../../test/test-app.ts'
import { people } from '../../test/test-people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let staff: ReturnType<typeof people>
let td: string
let becky: User
beforeAll(async () => {
  app = await testApp()
  staff = people(app)
  td = await staff.readToken('td', 'first-td-password')
  const body = { username: 'becky', email: 'becky@example.org', role: 'helper' }
  becky = (await staff.send('POST', '/api/auth/create-temp-login', { token: td, body })).body['user'] as User
})
afterAll(() => app.close())

const renew = (id: string, token = td, key?: string) =>
  staff.send('POST', `/api/auth/users/${id}/temporary-password`, { token, ...(key && { key }) })
const passwordsMailed = async () =>
  (await staff.mailsTo('becky@example.org')).flatMap((mail) => /^ {2}Password {3}(\S+)/m.exec(mail)?.[1] ?? [])
/** Lets the temporary password of Becky end. */
const end = () => app.sql`update credentials set temporary_until = now() where user_id = ${becky.id}`

describe('A temporary password', () => {
  it('says at each sign-in when it ends, after seven days, until the user has one of their own', async () => {
    const first = await staff.passwordMailedTo('becky@example.org')
    const { body } = await staff.login('becky', first)
    const days = (Date.parse(String(body['password_ends'])) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThan(7.1)
    const own = { currentPassword: first, newPassword: 'a fence to whitewash' }
    await staff.send('POST', '/api/auth/change-password', { token: String(body['token']), body: own })
    const later = await staff.login('becky', own.newPassword)
    expect([later.status, 'password_ends' in later.body]).toEqual([200, false])
  })

  it('is sent anew by the TD: the password before and all devices are out', async () => {
    const token = await staff.readToken('becky', 'a fence to whitewash')
    expect(await renew(becky.id)).toMatchObject({ status: 202, body: { mail_file: expect.stringMatching(/\.eml$/) } })
    expect((await staff.login('becky', 'a fence to whitewash')).status).toBe(401)
    expect((await staff.send('GET', '/api/auth/devices', { token })).body.code).toBe('TOKEN_REVOKED')
    await vi.waitFor(async () => expect(await passwordsMailed()).toHaveLength(2), { timeout: 20_000, interval: 20 })
    const answers = await Promise.all((await passwordsMailed()).map((password) => staff.login('becky', password)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it('lets no one in once it has ended, and says so to who knows it alone', async () => {
    await end()
    const answers = await Promise.all((await passwordsMailed()).map((password) => staff.login('becky', password)))
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['INVALID_CREDENTIALS', 'TEMPORARY_PASSWORD_ENDED'])
    expect((await renew(becky.id)).status).toBe(202)
  })

  it('is in the answer to the TD without a mail server, also in that to a repetition of the request', async () => {
    const key = crypto.randomUUID()
    const [first, again] = [await renew(becky.id, td, key), await renew(becky.id, td, key)]
    expect((await staff.login('becky', String(first.body['password']))).status).toBe(200)
    expect(again).toEqual(first)
    const kept = await app.sql`select * from idempotency where key = ${key}`
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(first.body['password'])
    expect(JSON.stringify(await staff.users(td))).not.toContain(first.body['password'])
  })

  it('is in no answer with a mail server', async () => {
    const server = await mailServer()
    const other = await testApp({ smtpUrl: server.url })
    try {
      const elsewhere = people(other)
      const token = await elsewhere.readToken('td', 'first-td-password')
      const body = { username: 'joe', email: 'joe@example.org', role: 'helper' }
      const added = await elsewhere.send('POST', '/api/auth/create-temp-login', { token, body })
      const { id } = added.body['user'] as User
      const renewed = await elsewhere.send('POST', `/api/auth/users/${id}/temporary-password`, { token })
      expect([added, renewed].map(({ body: { mail_file, password } }) => [mail_file, password])).toEqual([
        [null, undefined],
        [null, undefined],
      ])
    } finally {
      await other.close()
      await server.close()
    }
  })

  it('stands in no event', async () => {
    const log = await app.sql`select data::text as data from events`
    const text = log.map((row) => row['data']).join('\n')
    for (const password of await passwordsMailed()) expect(text).not.toContain(password)
  })

  it('is sent by TDs alone, to users, and not to themselves', async () => {
    expect((await renew('6f9619ff-8b86-4011-b42d-00c04fc964ff')).status).toBe(404)
    const own = (await staff.users(td)).find(({ username }) => username === 'td')
    expect(await renew(own?.id ?? '')).toMatchObject({ status: 409, body: { code: 'OWN_PASSWORD' } })
    expect((await renew(becky.id, await staff.readToken('admin', 'demo-admin'))).status).toBe(403)
  })
})
