import type { User } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { people } from '../../test/test-people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let staff: ReturnType<typeof people>
let td: string
let becky: { user: User; password: string; token: string }
let count = 0

beforeAll(async () => {
  app = await testApp()
  staff = people(app)
  td = await staff.readToken('td', 'first-td-password')
})
afterAll(() => app.close())
beforeEach(async () => {
  const username = `becky${++count}`
  const email = `${username}@example.org`
  const body = { username, email, role: 'helper' }
  await staff.send('POST', '/api/auth/create-temp-login', { token: td, body })
  const password = await staff.passwordMailedTo(email)
  const login = await staff.login(username, password)
  becky = { user: login.body['user'] as User, password, token: String(login.body['token']) }
})

const update = (body: unknown, token = becky.token) => staff.send('POST', '/api/auth/update-profile', { token, body })
const change = (newPassword: unknown, currentPassword: unknown = becky.password, token = becky.token) =>
  staff.send('POST', '/api/auth/change-password', { token, body: { currentPassword, newPassword } })
const facts = async (type: string) => {
  const rows = await app.sql`select 1 from events where stream = ${`user-${becky.user.id}`} and type = ${type}`
  return rows.length
}

describe('updating the own profile', () => {
  it('changes name and address, in every answer', async () => {
    const answer = await update({ full_name: ' Becky Thatcher ', email: 'Becky.T@example.org' })
    const changed = { ...becky.user, full_name: 'Becky Thatcher', email: 'Becky.T@example.org' }
    expect(answer).toEqual({ status: 200, body: { user: changed } })
    expect((await staff.users(td)).find(({ id }) => id === becky.user.id)).toMatchObject(changed)
  })

  it('records nothing where nothing changes', async () => {
    const { full_name, email } = becky.user
    expect((await update({ full_name, email })).status).toBe(200)
    expect(await facts('ProfileChanged')).toBe(0)
  })

  it('takes another spelling of the own address', async () => {
    expect((await update({ full_name: 'Becky', email: becky.user.email.toUpperCase() })).status).toBe(200)
  })

  it.each(['ADMIN@example.org', 'ａdmin@example.org'])('is refused where the address is taken: %s', async (email) => {
    const answer = await update({ full_name: 'Becky', email })
    expect([answer.status, answer.body.code]).toEqual([409, 'EMAIL_TAKEN'])
    expect(await facts('ProfileChanged')).toBe(0)
  })

  it.each([
    [{ full_name: ' ', email: 'b@example.org' }, { full_name: 'Full name is required' }],
    [{ full_name: 'Becky', email: '' }, { email: 'Email is required' }],
    [{ full_name: 'Becky', email: 'becky' }, { email: 'Please enter a valid email address' }],
    [{ email: 'b@example.org' }, { full_name: 'Full name is required' }],
    [{ full_name: 'x'.repeat(101), email: 'b@example.org' }, { full_name: 'Please use at most 100 characters.' }],
  ])('is refused for %j, with the sentence for each field', async (body, fields) => {
    expect(await update(body)).toMatchObject({ status: 422, body: { fields } })
  })

  it('never changes role or username', async () => {
    const body = { full_name: 'Becky', email: 'b@example.org' }
    expect((await update({ ...body, role: 'TD' })).status).toBe(422)
    expect((await update({ ...body, username: 'td' })).status).toBe(422)
  })
})

describe('changing the own password', () => {
  it('keeps this device signed in and signs all others out at once', async () => {
    const phone = await staff.readToken(becky.user.username, becky.password)
    const page = await staff.signedOut(phone)
    const answer = await change('wishbone and gravy')
    expect(answer.status).toBe(200)
    expect(await page.code).toBe('TOKEN_REVOKED')
    const token = String(answer.body['token'])
    const { full_name, email } = becky.user
    expect((await update({ full_name, email }, token)).status).toBe(200)
    expect((await update({ full_name, email }, phone)).body.code).toBe('TOKEN_REVOKED')
    expect((await staff.login(becky.user.username, becky.password)).status).toBe(401)
    expect((await staff.login(becky.user.username, 'wishbone and gravy')).status).toBe(200)
  })

  it('leaves no password and no hash in the log', async () => {
    await change('wishbone and gravy')
    const rows = await app.sql<{ data: string }[]>`select data::text from events where type = 'PasswordChanged'`
    expect(new Set(rows.map(({ data }) => data))).toEqual(new Set(['{}']))
  })

  it.each([
    ['12345', 'New password must be at least 6 characters long'],
    ['x'.repeat(1001), 'Please use at most 1000 characters'],
    ['x'.repeat(10_000), 'Please use at most 1000 characters'],
    ['Password', 'This password is among the most common ones. Please choose another'],
    [undefined, 'New password is required'],
    [123456, 'This must be text.'],
  ])('is refused for %j', async (password, sentence) => {
    expect(await change(password)).toMatchObject({ status: 422, body: { fields: { newPassword: sentence } } })
    expect((await staff.login(becky.user.username, becky.password)).status).toBe(200)
  })

  it('takes a thousand characters', async () => {
    expect((await change(`${'x'.repeat(999)}y`)).status).toBe(200)
  })

  it('is refused for a wrong current password, and after ten of them for a while', async () => {
    const wrong = await change('wishbone and gravy', 'not mine')
    expect(wrong).toMatchObject({
      status: 422,
      body: { code: 'WRONG_PASSWORD', fields: { currentPassword: 'Current password is incorrect' } },
    })
    for (let attempt = 2; attempt <= 10; attempt++) await change('wishbone and gravy', 'not mine')
    expect((await change('wishbone and gravy')).status).toBe(429)
  })

  it('from two devices at once: one does it, the other is out', async () => {
    const phone = await staff.readToken(becky.user.username, becky.password)
    const answers = await Promise.all([
      change('wishbone and gravy'),
      change('turkey and stuffing', becky.password, phone),
    ])
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, expect.toBeOneOf([401, 422])])
    expect(await facts('PasswordChanged')).toBe(1)
  })
})

describe('changing the own password when the connection is cut', () => {
  const key = () => crypto.randomUUID()
  const changeWith = (keyed: string | null, newPassword: string, token = becky.token) =>
    staff.send('POST', '/api/auth/change-password', {
      token,
      body: { currentPassword: becky.password, newPassword },
      ...(keyed && { key: keyed }),
    })
  const works = async (token: unknown) => (await update(buildProfile(), String(token))).status === 200
  const buildProfile = () => ({ full_name: becky.user.full_name, email: becky.user.email })
  const loseAnswers = () => app.sql`update idempotency set status = null, body = null where status is not null`

  it('between the hash and the fact leaves neither, and works under the same key afterwards', async () => {
    const keyed = key()
    await app.sql.unsafe(`
      create function cut() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger cut before insert on events for each row when (new.type = 'PasswordChanged') execute function cut()`)
    const cut = await changeWith(keyed, 'wishbone and gravy')
    await app.sql.unsafe('drop trigger cut on events; drop function cut()')
    expect([cut.status, await facts('PasswordChanged')]).toEqual([503, 0])
    expect(await works(becky.token)).toBe(true)
    expect((await staff.login(becky.user.username, becky.password)).status).toBe(200)
    const again = await changeWith(keyed, 'wishbone and gravy')
    expect([again.status, await works(again.body['token'])]).toEqual([200, true])
  })

  it('after both gives the same answer to a repetition, which comes with the token that is over', async () => {
    const keyed = key()
    const first = await changeWith(keyed, 'wishbone and gravy')
    expect(await works(becky.token)).toBe(false)
    const again = await changeWith(keyed, 'wishbone and gravy')
    expect(again).toEqual(first)
    expect(await works(again.body['token'])).toBe(true)
    expect(await facts('PasswordChanged')).toBe(1)
  })

  it('after both, and before the answer was kept, gives a token that works all the same', async () => {
    const keyed = key()
    await changeWith(keyed, 'wishbone and gravy')
    await loseAnswers()
    const again = await changeWith(keyed, 'wishbone and gravy')
    expect([again.status, await works(again.body['token'])]).toEqual([200, true])
    expect(await facts('PasswordChanged')).toBe(1)
  })

  it('learns that the token is over without the key, and with the key of something else', async () => {
    const keyed = key()
    const first = await changeWith(keyed, 'wishbone and gravy')
    for (const [other, password] of [
      [null, 'wishbone and gravy'],
      [key(), 'wishbone and gravy'],
      [keyed, 'cranberry and gravy'],
    ] as const) {
      const answer = await changeWith(other, password)
      expect([answer.status, answer.body.code]).toEqual([401, 'TOKEN_REVOKED'])
    }
    expect(await works(first.body['token'])).toBe(true)
  })

  it('gives no token for a password that was changed again since', async () => {
    const keyed = key()
    const first = await changeWith(keyed, 'wishbone and gravy')
    await change('turkey and stuffing', 'wishbone and gravy', String(first.body['token']))
    await loseAnswers()
    const answer = await changeWith(keyed, 'wishbone and gravy')
    expect([answer.status, answer.body.code]).toEqual([401, 'TOKEN_REVOKED'])
  })
})
