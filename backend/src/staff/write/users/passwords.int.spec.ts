import type { AuditEntry, User } from '@ultimate/events/staff/api.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailServer } from '../../../platform/mail/test-mail-server.ts'
import { testApp } from '../../../test/test-app.ts'
import { people } from '../../test/test-people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let staff: ReturnType<typeof people>
let td: string
beforeAll(async () => {
  app = await testApp()
  staff = people(app)
  td = await staff.readToken('td', 'first-td-password')
})
afterAll(() => app.close())

/** A user of a name and an address of their own, with the password that was mailed to them. */
async function userCalled(username: string) {
  const email = `${username}@example.org`
  await staff.send('POST', '/api/auth/create-temp-login', { token: td, body: { username, email, role: 'helper' } })
  return { username, email, password: await staff.passwordMailedTo(email) }
}
const ask = (email: string) => staff.send('POST', '/api/auth/forgot-password', { body: { email } })
const reset = (token: string, newPassword: string, key?: string) =>
  staff.send('POST', '/api/auth/reset-password', { body: { token, newPassword }, ...(key && { key }) })
/** The mail may be in quoted-printable lines. */
const plain = (mail: string): string => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
const tokensMailed = async (email: string) =>
  (await staff.mailsTo(email)).flatMap((mail) => /\/reset-password#token=(\S+)/.exec(plain(mail))?.[1] ?? [])

/** All tokens that were mailed in these tests. */
const seen = new Set<string>()

/** The token of the next link that is mailed to the address, in any spelling that is asked for. */
async function requestLink(email: string, typed = email): Promise<string> {
  expect(await ask(typed)).toEqual({ status: 202, body: {} })
  return nextLink(email)
}

async function nextLink(email: string): Promise<string> {
  const token = await vi.waitFor(
    async () => {
      const next = (await tokensMailed(email)).find((one) => !seen.has(one))
      if (next === undefined) throw new Error(`no new link has been mailed to ${email} yet`)
      return next
    },
    { timeout: 20_000, interval: 20 },
  )
  seen.add(token)
  return token
}

describe('A forgotten password', () => {
  it('is set anew by a mailed link, once: all other devices are out, and this one is signed in', async () => {
    const { username, email, password } = await userCalled('becky')
    const before = await staff.readToken(username, password)
    const token = await requestLink(email, 'Becky@Example.org')
    const common = await reset(token, 'password')
    expect([common.status, common.body.code, common.body.fields]).toMatchObject([
      422,
      'COMMON_PASSWORD',
      { newPassword: expect.any(String) },
    ])
    expect((await reset(token, 'bbbbbbb')).body.code).toBe('WEAK_PASSWORD')

    const done = await reset(token, 'a fence to whitewash', 'k-becky-0001')
    expect(done).toMatchObject({ status: 200, body: { user: { username, is_verified: true } } })
    const devices = (own: unknown) => staff.send('GET', '/api/auth/devices', { token: String(own) })
    expect((await devices(before)).body.code).toBe('TOKEN_REVOKED')
    expect((await devices(done.body['token'])).body['devices']).toHaveLength(1)
    expect((await staff.login(username, password)).status).toBe(401)
    const later = await staff.login(username, 'a fence to whitewash')
    expect([later.status, 'password_ends' in later.body]).toEqual([200, false])

    // A lost answer is given again, to the same request alone.
    expect((await reset(token, 'a fence to whitewash', 'k-becky-0001')).status).toBe(200)
    expect(await reset(token, 'another one of these')).toMatchObject({
      status: 422,
      body: { code: 'RESET_LINK_INVALID' },
    })
  })

  it('gives the same answer for an address that no user has, and mails nothing', async () => {
    expect(await ask('unknown@example.org')).toEqual({ status: 202, body: {} })
    const [row] = await app.sql`select count(*)::int as count from events where type = 'PasswordResetRequested'`
    expect(row?.['count']).toBe(2)
    expect(await staff.mailsTo('unknown@example.org')).toEqual([])
  })

  it('cannot be set with a link that is wrong, late, or older than another change of password or address', async () => {
    const { username, email, password } = await userCalled('amy')
    const invalid = { status: 422, body: { code: 'RESET_LINK_INVALID' } }
    expect(await reset('', 'a fence to whitewash')).toMatchObject(invalid)
    expect(await reset('x'.repeat(43), 'a fence to whitewash')).toMatchObject(invalid)

    const late = await requestLink(email)
    await app.sql`update password_resets set until = now() - interval '1 second'`
    expect(await reset(late, 'a fence to whitewash')).toMatchObject(invalid)

    const token = await staff.readToken(username, password)
    const moved = await requestLink(email)
    await staff.send('POST', '/api/auth/update-profile', { token, body: { full_name: 'Amy Lawrence', email } })
    expect(await reset(moved, 'a fence to whitewash')).toMatchObject(invalid)

    const outrun = await requestLink(email)
    const own = { currentPassword: password, newPassword: 'wishbone and gravy' }
    await staff.send('POST', '/api/auth/change-password', { token, body: own })
    expect(await reset(outrun, 'a fence to whitewash')).toMatchObject(invalid)
    expect((await staff.login(username, 'wishbone and gravy')).status).toBe(200)
  })

  it('is set by one of two who use links of one user at once', async () => {
    const { username, email } = await userCalled('sid')
    const links = [await requestLink(email), await requestLink(email)]
    const [first = ''] = links
    const tries = [...links, first].map((link, at) => ({ link, password: `a fence to whitewash ${at}` }))
    const answers = await Promise.all(tries.map(({ link, password }) => reset(link, password)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    const logins = await Promise.all(tries.map(({ password }) => staff.login(username, password)))
    expect(logins.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)))
  })

  it('leaves a failed sign-in of the user for each wrong code, and an attempt for a wrong link', async () => {
    const { username, email, password } = await userCalled('joe')
    const token = await staff.readToken(username, password)
    const { body } = await staff.send('POST', '/api/auth/totp', { token })
    const code = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) }).generate()
    const confirmed = await staff.send('POST', '/api/auth/totp/confirm', { token, body: { code } })
    const link = await requestLink(email)
    const failures = async () => {
      const { body } = await staff.send('GET', '/api/audit?type=SignInFailed', { token: td })
      const events = body['events'] as AuditEntry[]
      return events.map(({ sentence }) => sentence.text).filter((text) => text.includes(username))
    }
    const wrong = ['12345', (confirmed.body['recovery_codes'] as string[])[0]?.replace(/./g, 'z') ?? '', code]
    for (const code of wrong) {
      const answer = await staff.send('POST', '/api/auth/reset-password', {
        body: { token: link, newPassword: 'a fence to whitewash', code },
      })
      expect([answer.status, answer.body.code]).toEqual([401, 'SECOND_FACTOR_WRONG'])
    }
    await vi.waitFor(async () => expect(await failures()).toHaveLength(3), { timeout: 20_000 })
    expect((await failures()).at(-1)).toBe(`failed to sign in as ${username}`)

    const refused = await staff.send('GET', '/api/audit?type=AttemptRefused', { token: td })
    expect((refused.body['events'] as AuditEntry[]).map(({ sentence }) => sentence.text)).toContainEqual(
      expect.stringMatching(/^gave a link that is wrong or was used for setting a new password with a mailed link/),
    )
  })

  it('is asked for three times for one address in a quarter of an hour, whether a user has it or not', async () => {
    const { email } = await userCalled('huck')
    for (const address of [email, 'injun@example.org']) {
      const answers = await Promise.all([1, 2, 3, 4].map(() => ask(address)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 429])
    }
  })

  it('leaves of its links no more than hashes: in no event, no row, and no answer', async () => {
    const rows = await app.sql`
      select data::text as text from events union all select to_jsonb(r)::text from password_resets r
      union all select to_jsonb(i)::text from idempotency i`
    const text = rows.map((row) => row['text']).join('\n')
    expect(seen.size).toBe(7)
    for (const token of seen) expect(text).not.toContain(token)
  })
})

describe('A removed user whose removal is undone', () => {
  const findUser = async (username: string) => (await staff.users(td)).find((user) => user.username === username)
  async function lookAtUndo() {
    const { body } = await staff.send('GET', '/api/audit?type=UserRemoved&limit=1', { token: td })
    const [entry] = body['events'] as AuditEntry[]
    const path = `${app.origin}/api/audit/${entry?.position}/undo`
    const headers = { authorization: `Bearer ${td}` }
    const shown = await fetch(`${path}?preview=true`, { method: 'POST', headers })
    const undo = () =>
      fetch(path, { method: 'POST', headers: { ...headers, 'if-match': shown.headers.get('etag') ?? '' } })
    return { offered: entry?.undoable, shown: (await shown.json()) as { can: boolean; why: string | null }, undo }
  }

  it('has the account again, and gets in with a new password by a mailed link alone', async () => {
    const { username, email, password } = await userCalled('muff')
    const token = await staff.readToken(username, password)
    const before = await findUser(username)
    await staff.send('DELETE', `/api/auth/users/${before?.id}`, { token: td })
    expect((await (await lookAtUndo()).undo()).status).toBe(200)
    expect(await findUser(username)).toMatchObject({ id: before?.id, email, role: 'helper' })
    expect((await staff.login(username, password)).status).toBe(401)
    expect((await staff.send('GET', '/api/auth/devices', { token })).status).toBe(401)
    const done = await reset(await nextLink(email), 'a fence to whitewash')
    expect(done).toMatchObject({ status: 200, body: { user: { username } } })
    expect((await staff.login(username, 'a fence to whitewash')).status).toBe(200)
    expect((await staff.send('GET', '/api/auth/devices', { token })).status).toBe(401)
  })

  it('is offered no undo once someone else has the name', async () => {
    const { username } = await userCalled('dobbins')
    await staff.send('DELETE', `/api/auth/users/${(await findUser(username))?.id}`, { token: td })
    const body = { username, email: 'other@example.org', role: 'helper' }
    await staff.send('POST', '/api/auth/create-temp-login', { token: td, body })
    const { offered, shown } = await lookAtUndo()
    expect(offered).toBe(false)
    expect(shown).toMatchObject({ can: false, why: 'Someone else has the username “dobbins” by now.' })
  })
})

describe('A temporary password', () => {
  let polly: User
  beforeAll(async () => {
    const body = { username: 'polly', email: 'polly@example.org', role: 'helper' }
    polly = (await staff.send('POST', '/api/auth/create-temp-login', { token: td, body })).body['user'] as User
  })
  const renew = (id: string, token = td, key?: string) =>
    staff.send('POST', `/api/auth/users/${id}/temporary-password`, { token, ...(key && { key }) })
  const passwordsMailed = async () =>
    (await staff.mailsTo('polly@example.org')).flatMap((mail) => /^ {2}Password {3}(\S+)/m.exec(mail)?.[1] ?? [])
  /** Lets the temporary password of Polly end. */
  const end = () => app.sql`update credentials set temporary_until = now() where user_id = ${polly.id}`

  it('shows at each sign-in when it ends, after seven days, until the user has one of their own', async () => {
    const first = await staff.passwordMailedTo('polly@example.org')
    const { body } = await staff.login('polly', first)
    const days = (Date.parse(String(body['password_ends'])) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThan(7.1)
    const own = { currentPassword: first, newPassword: 'a fence to whitewash' }
    await staff.send('POST', '/api/auth/change-password', { token: String(body['token']), body: own })
    const later = await staff.login('polly', own.newPassword)
    expect([later.status, 'password_ends' in later.body]).toEqual([200, false])
  })

  it('is sent anew by the TD: the password before and all devices are out', async () => {
    const token = await staff.readToken('polly', 'a fence to whitewash')
    expect(await renew(polly.id)).toMatchObject({ status: 202, body: { mail_file: expect.stringMatching(/\.eml$/) } })
    expect((await staff.login('polly', 'a fence to whitewash')).status).toBe(401)
    expect((await staff.send('GET', '/api/auth/devices', { token })).body.code).toBe('TOKEN_REVOKED')
    await vi.waitFor(async () => expect(await passwordsMailed()).toHaveLength(2), { timeout: 20_000, interval: 20 })
    const answers = await Promise.all((await passwordsMailed()).map((password) => staff.login('polly', password)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it('lets no one in once it has ended, and only who knows it learns so', async () => {
    await end()
    const answers = await Promise.all((await passwordsMailed()).map((password) => staff.login('polly', password)))
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['INVALID_CREDENTIALS', 'TEMPORARY_PASSWORD_ENDED'])
    expect((await renew(polly.id)).status).toBe(202)
  })

  it('is in the answer to the TD without a mail server, also in that to a repetition of the request', async () => {
    const key = crypto.randomUUID()
    const [first, again] = [await renew(polly.id, td, key), await renew(polly.id, td, key)]
    expect((await staff.login('polly', String(first.body['password']))).status).toBe(200)
    expect(again).toEqual(first)
    const stored = await app.sql`select * from idempotency where key = ${key}`
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(first.body['password'])
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
    expect((await renew(polly.id, await staff.readToken('admin', 'demo-admin'))).status).toBe(403)
  })
})
