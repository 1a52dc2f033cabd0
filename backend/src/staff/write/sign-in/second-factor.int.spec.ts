import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { people, type Sending } from '../../test/test-people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let staff: ReturnType<typeof people>
let td: string
beforeAll(async () => {
  app = await testApp()
  staff = people(app)
  td = await staff.readToken('td', 'first-td-password')
})
afterAll(() => app.close())

const call = async (method: string, path: string, sending: Sending = {}) => {
  const { status, body } = await staff.send(method, `/api/auth/${path}`, sending)
  return { status, code: body.code, body }
}
/**
 * A code of the step now, or of the one after it: each is good once. That of the one before could be too old by the time
 * it is read.
 */
const computeCode = (secret: unknown, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp: Date.now() + step * 30_000 })

let users = 0
async function newUser(role = 'helper') {
  const username = `user-${++users}`
  const email = `${username}@example.org`
  const added = await call('POST', 'create-temp-login', { token: td, body: { username, email, role } })
  const password = await staff.passwordMailedTo(email)
  const login = (code?: string) => call('POST', 'login', { body: { username, password, ...(code && { code }) } })
  return {
    id: (added.body['user'] as { id: string }).id,
    password,
    login,
    token: String((await login()).body['token']),
  }
}

/** Sets a second factor up with the code of the step now, so that the one of the next step is left. */
async function setUp(token: string) {
  const { body } = await call('POST', 'totp', { token })
  const done = await call('POST', 'totp/confirm', { token, body: { code: computeCode(body['secret']) } })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  return { secret: body['secret'], recovery: done.body['recovery_codes'] as string[] }
}

describe('A second factor', () => {
  it('takes the password to be set up where the sign-in was long ago, and leaves the old secret until then', async () => {
    const { id, token, password } = await newUser()
    const { body: first } = await call('POST', 'totp', { token })
    await app.sql`update sessions set signed_in_at = signed_in_at - interval '10 minutes' where user_id = ${id}`
    expect(await call('POST', 'totp', { token })).toMatchObject({ status: 403, code: 'CONFIRM_PASSWORD' })
    const wrong = await call('POST', 'totp', { token, body: { password: 'a guess' } })
    expect([wrong.code, Object.keys(wrong.body['fields'] as object)]).toEqual(['WRONG_PASSWORD', ['password']])
    const { status, body } = await call('POST', 'totp', { token, body: { password } })
    expect([status, body['secret'] === first['secret']]).toEqual([200, false])
  })

  it('counts once it is confirmed; then signing in takes a code, each code once, and other devices are out', async () => {
    const { token, login } = await newUser()
    const other = String((await login()).body['token'])
    const begun = await call('POST', 'totp', { token })
    expect(begun.body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringContaining(`secret=${begun.body['secret']}`),
    })
    expect(begun.body['uri']).toMatch(/^otpauth:\/\/totp\/Thanksgiving%20Ultimate:user-\d+\?/)
    expect((await login()).status).toBe(200)
    expect(await call('POST', 'totp/confirm', { token, body: { code: '12' } })).toMatchObject({ status: 422 })
    expect(
      await call('POST', 'totp/confirm', { token, body: { code: computeCode(begun.body['secret'], 9) } }),
    ).toMatchObject({
      status: 422,
      code: 'WRONG_CODE',
      body: { fields: { code: expect.any(String) } },
    })
    const confirming = { token, body: { code: computeCode(begun.body['secret']) }, key: 'confirm-0001' }
    const done = await call('POST', 'totp/confirm', confirming)
    const codes = done.body['recovery_codes'] as string[]
    expect(new Set(codes).size).toBe(10)
    expect((await call('POST', 'totp/confirm', confirming)).body).toEqual(done.body)
    expect(await call('GET', 'totp', { token })).toMatchObject({
      body: { enabled: true, required: false, recovery_codes_left: 10 },
    })
    expect(await call('GET', 'devices', { token: other })).toMatchObject({ status: 401, code: 'SIGNED_OUT' })
    expect(await call('POST', 'totp', { token })).toMatchObject({ status: 409, code: 'SECOND_FACTOR_EXISTS' })

    expect(await login()).toMatchObject({ status: 401, code: 'SECOND_FACTOR_REQUIRED' })
    expect(await login(computeCode(begun.body['secret'], 9))).toMatchObject({
      status: 401,
      code: 'SECOND_FACTOR_WRONG',
    })
    const code = computeCode(begun.body['secret'], 1)
    const both = await Promise.all([login(`${code.slice(0, 3)} ${code.slice(3)}`), login(code)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(await login(code)).toMatchObject({ status: 401, code: 'SECOND_FACTOR_WRONG' })

    expect((await login(codes[3]?.toUpperCase())).status).toBe(200)
    expect(await login(codes[3])).toMatchObject({ status: 401, code: 'SECOND_FACTOR_WRONG' })
    expect((await call('GET', 'totp', { token })).body['recovery_codes_left']).toBe(9)
    const kept = await app.sql<{ text: string }[]>`
      select data::text as text from events union all select to_jsonb(r)::text from recovery_codes r
      union all select to_jsonb(s)::text from second_factors s`
    const log = kept.map(({ text }) => text).join('\n')
    for (const secret of [String(begun.body['secret']), ...codes, ...codes.map((one) => one.replaceAll('-', ''))])
      expect(log).not.toContain(secret)
  })

  it('does not answer whether a code is right before the password is', async () => {
    const { token, id } = await newUser()
    const { secret } = await setUp(token)
    const listed = (await staff.users(td)).find((user) => user.id === id)
    expect(listed).toMatchObject({ second_factor: true })
    const body = { username: listed?.username, password: 'not this one', code: computeCode(secret) }
    expect(await call('POST', 'login', { body })).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' })
  })

  it('has new recovery codes for the password, and the old ones end', async () => {
    const { token, login, password } = await newUser()
    const renew = (typed: string, key = 'renew-0001') =>
      call('POST', 'totp/recovery-codes', { token, body: { password: typed }, key })
    expect(await renew(password)).toMatchObject({ status: 404, code: 'SECOND_FACTOR_NOT_FOUND' })
    const { recovery } = await setUp(token)
    expect(await renew('a guess', 'renew-0002')).toMatchObject({ status: 422, code: 'WRONG_PASSWORD' })
    const renewed = await renew(password, 'renew-0003')
    const codes = renewed.body['recovery_codes'] as string[]
    expect([renewed.status, new Set([...codes, ...recovery]).size]).toEqual([200, 20])
    expect((await renew(password, 'renew-0003')).body).toEqual(renewed.body)
    expect(await login(recovery[0])).toMatchObject({ status: 401, code: 'SECOND_FACTOR_WRONG' })
    expect((await login(codes[0])).status).toBe(200)
    expect((await call('GET', 'totp', { token })).body['recovery_codes_left']).toBe(9)
    const audit = await staff.send('GET', '/api/audit?type=RecoveryCodesRenewed', { token: td })
    expect((audit.body as { events: unknown[] }).events).toMatchObject([
      { undoable: false, sentence: { text: 'made new recovery codes, so that the old ones ended' } },
    ])
  })

  it('is removed with the password, or by a TD, who cannot take their own that way', async () => {
    const { token, id, login, password } = await newUser()
    await setUp(token)
    const wrong = await call('DELETE', 'totp', { token, body: { password: 'wrong' } })
    expect(wrong).toMatchObject({
      status: 422,
      code: 'WRONG_PASSWORD',
      body: { fields: { password: expect.any(String) } },
    })
    expect((await call('DELETE', 'totp', { token, body: { password } })).status).toBe(204)
    const again = String((await login()).body['token'])
    await setUp(again)
    expect((await call('DELETE', `users/${id}/second-factor`, { token: again })).status).toBe(403)
    expect((await call('DELETE', `users/${id}/second-factor`, { token: td })).status).toBe(204)
    expect(await call('GET', 'totp', { token: again })).toMatchObject({ status: 401, code: 'SIGNED_OUT' })
    expect((await login()).status).toBe(200)
    expect(await call('DELETE', `users/${id}/second-factor`, { token: td })).toMatchObject({ status: 404 })
    const me = (await staff.users(td)).find(({ username }) => username === 'td')?.id
    expect(await call('DELETE', `users/${me}/second-factor`, { token: td })).toMatchObject({
      code: 'OWN_SECOND_FACTOR',
    })
  })

  it('required of a role, lets those who have none do nothing but set one up', async () => {
    const { token, login } = await newUser('admin')
    const require = (roles: string[], as = td) => call('PUT', 'second-factor', { token: as, body: { roles } })
    expect(await require(['admin'])).toMatchObject({ status: 409, code: 'OWN_SECOND_FACTOR_FIRST' })
    const boss = await newUser('TD')
    await setUp(boss.token)
    expect(await require(['admin'], boss.token)).toMatchObject({ status: 200, body: { roles: ['admin'] } })
    expect((await require(['admin'], token)).code).toBe('SECOND_FACTOR_NEEDED')
    expect(await call('POST', 'change-password', { token, body: {} })).toMatchObject({
      status: 403,
      code: 'SECOND_FACTOR_NEEDED',
    })
    expect((await staff.send('GET', '/api/dinner-signups', { token })).status).toBe(403)
    expect((await staff.send('GET', '/api/registered-teams', { token })).status).toBe(200)
    expect((await login()).body['second_factor_needed']).toBe(true)
    expect((await call('GET', 'totp', { token })).body).toMatchObject({ enabled: false, required: true })
    await setUp(token)
    expect((await staff.send('GET', '/api/dinner-signups', { token })).status).toBe(200)
    expect((await require([], td)).body).toEqual({ roles: [] })
  })

  it('stands when the password is set anew by mail, and goes with the user', async () => {
    const { token, id } = await newUser()
    const { secret } = await setUp(token)
    const email = `user-${users}@example.org`
    await staff.send('POST', '/api/auth/forgot-password', { body: { email } })
    const link = await vi.waitFor(
      async () => {
        const mails = (await staff.mailsTo(email)).map((mail) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
        const [token] = mails.flatMap((mail) => /#token=(\S+)/.exec(mail)?.[1] ?? [])
        return token ?? Promise.reject(new Error('no link has been mailed yet'))
      },
      { timeout: 20_000, interval: 20 },
    )
    const reset = (code?: string) =>
      call('POST', 'reset-password', {
        body: { token: link, newPassword: 'a fence to whitewash', ...(code && { code }) },
      })
    expect(await reset()).toMatchObject({ status: 401, code: 'SECOND_FACTOR_REQUIRED' })
    expect(await reset('000000')).toMatchObject({ status: 401, code: 'SECOND_FACTOR_WRONG' })
    expect((await reset(computeCode(secret, 1))).status).toBe(200)
    expect((await call('DELETE', `users/${id}`, { token: td })).status).toBe(204)
    const [left] = await app.sql<{ count: number }[]>`
      select (select count(*) from second_factors where user_id = ${id})::int
        + (select count(*) from recovery_codes where user_id = ${id})::int as count`
    expect(left?.count).toBe(0)
  })
})
