import { randomUUID } from 'node:crypto'
import type { User } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { people } from '../../test/test-people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let staff: ReturnType<typeof people>
let td: string
let own: User
let becky: { user: User; password: string; token: string }

beforeAll(async () => {
  app = await testApp()
  staff = people(app)
  td = await staff.readToken('td', 'first-td-password')
  becky = await added('Zoë', 'zoë@example.org')
  own = (await staff.users(td)).find(({ username }) => username === 'td') as User
})
afterAll(() => app.close())

async function added(username: string, email: string, role = 'admin') {
  const { body } = await staff.send('POST', '/api/auth/create-temp-login', {
    token: td,
    body: { username, email, role },
  })
  const password = await staff.passwordMailedTo(email)
  return { user: body['user'] as User, password, token: await staff.readToken(username, password) }
}

const create = (username: string, email: string, more: object = {}) =>
  staff.send('POST', '/api/auth/create-temp-login', { token: td, body: { username, email, role: 'helper', ...more } })
const update = (full_name: string, email: string) =>
  staff.send('POST', '/api/auth/update-profile', { token: becky.token, body: { full_name, email } })
const change = (newPassword: string) =>
  staff.send('POST', '/api/auth/change-password', {
    token: becky.token,
    body: { currentPassword: becky.password, newPassword },
  })
const remove = (id: string, token = td) => staff.send('DELETE', `/api/auth/users/${id}`, { token })

/** All that a refused call must leave as it was. */
const everything = async () => {
  const [row] = await app.sql`
    select (select count(*) from events) as events,
      (select json_agg(users order by id) from users) as users,
      (select json_agg(credentials order by user_id) from credentials) as credentials`
  return row
}

async function refused(
  act: () => ReturnType<typeof create>,
  [status, code, sentence, field]: readonly [number, string, string, string?],
) {
  const before = await everything()
  const { body, ...answer } = await act()
  expect([answer.status, body.code]).toEqual([status, code])
  if (field) expect(body.fields).toEqual({ [field]: sentence })
  else expect([body.message, body['error']]).toEqual([sentence, sentence])
  expect(await everything()).toEqual(before)
}

const usernameTaken = [409, 'USERNAME_TAKEN', 'This username is taken.'] as const
const emailTaken = [409, 'EMAIL_TAKEN', 'This e-mail address is taken.'] as const
const wrong = (field: string, sentence: string) => [422, 'INVALID_FIELDS', sentence, field] as const
const hidden = (field: string) => wrong(field, 'Please remove the characters that cannot be shown.')
const noEmail = wrong('email', 'Please enter a valid email address')

describe('a username', () => {
  it.each([
    ['in capitals', 'ZOË'],
    ['decomposed (NFD)', 'Zoe\u0308'],
    ['decomposed, in capitals', 'ZOE\u0308'],
    ['in full-width letters', 'Ｚｏë'],
    ['in mathematical letters', '𝐙𝐨ë'],
    ['between spaces that are none of ours', '\u00a0Zoë\u3000'],
    ['with a dotless i', 'admın'],
    ['with a zero-width space', 'a\u200bdmin'],
    ['with a zero-width joiner', 'a\u200ddmin'],
    ['with a word joiner', 'admin\u2060'],
    ['with a soft hyphen', 'ad\u00admin'],
    ['with a byte order mark', 'ad\ufeffmin'],
    ['with a right-to-left override', '\u202eadmin'],
    ['between isolates', '\u2066admin\u2069'],
    ['with a variation selector', 'admin\ufe0f'],
    ['with a Hangul filler', 'admin\u3164'],
    ['with a tag character', 'admin\u{e0041}'],
  ])('of another user, written %s, is taken', (_, username) =>
    refused(() => create(username, 'other@example.org'), usernameTaken),
  )

  it.each([
    ['Arabic number sign', 'ad\u0600min'],
    ['bell', 'ad\u0007min'],
    ['line break', 'ad\nmin'],
    ['NUL', 'ad\u0000min'],
    ['half of an emoji', 'ad\ud83emin'],
  ])('with a character that cannot be shown is refused: %s', (_, username) =>
    refused(() => create(username, 'other@example.org'), hidden('username')),
  )

  it.each([[''], ['   '], ['\u200b'], ['\u00a0\t']])('of blanks is missing: %j', (username) =>
    refused(() => create(username, 'other@example.org'), wrong('username', 'Username is required')),
  )
})

describe('an e-mail address', () => {
  const spellings = [
    'ZOË@example.org',
    'zoë@EXAMPLE.ORG',
    'zoe\u0308@example.org',
    'ｚoë@example.org',
    'zoë@ｅxample.org',
  ]
  it.each(spellings)('of another user is taken in another spelling, for a new login: %s', (email) =>
    refused(() => create('other', email), emailTaken),
  )
  it.each(['ADMIN@example.org', 'ａdmin@example.org', 'admın@example.org', 'admin@EXAMPLE.org'])(
    'of another user is taken in another spelling, for a profile: %s',
    (email) => refused(() => update('Zoë', email), emailTaken),
  )
  it.each(['ad\u200bmin@example.org', '\u202eadmin@example.org', 'admin@exam\u00adple.org', 'admin@example.org\u2060'])(
    'of another user is taken with what was pasted with it: %j',
    async (email) => {
      await refused(() => create('other', email), emailTaken)
      await refused(() => update('Zoë', email), emailTaken)
    },
  )
  it.each(['admin@@example.org', 'admin @example.org'])('of two parts is none: %j', async (email) => {
    await refused(() => create('other', email), noEmail)
    await refused(() => update('Zoë', email), noEmail)
  })
})

describe('a role', () => {
  it.each(['boss', 'td', 'ADMIN', 'TD ', '', null, 1, ['TD'], { role: 'TD' }, '__proto__'])(
    'outside the list is refused: %j',
    (role) =>
      refused(() => create('other', 'other@example.org', { role }), wrong('role', 'Role is TD, admin or helper')),
  )
})

describe('a full name', () => {
  it.each(['', '   ', '\u00a0\u2003', '\u200b\u2060', '\ufe0f', '\u3164'])('of blanks is missing: %j', (name) =>
    refused(() => update(name, 'zoë@example.org'), wrong('full_name', 'Full name is required')),
  )
  it.each(['Zoë\u0000', 'Zo\u0600ë'])('that cannot be shown is refused: %j', (name) =>
    refused(() => update(name, 'zoë@example.org'), hidden('full_name')),
  )
  it.each(['\u202eZoë\u202c', 'Zo\u200bë', 'Zoë\u2069'])('loses what was pasted with it: %j', async (name) => {
    expect((await update(name, 'zoë@example.org')).body['user']).toMatchObject({ full_name: 'Zoë' })
  })
})

describe('a new password', () => {
  it.each([
    ['5 characters', '1a!x9', 'New password must be at least 6 characters long'],
    ['1,001 characters', 'x'.repeat(1001), 'Please use at most 1000 characters'],
    ['10,000 characters', 'x'.repeat(10_000), 'Please use at most 1000 characters'],
  ])('of %s is refused', (_, password, sentence) => refused(() => change(password), wrong('newPassword', sentence)))

  it.each(['password', 'QWERTY', 'iloveyou'])('that many people use is refused: %s', (password) => {
    const sentence = 'This password is among the most common ones. Please choose another'
    return refused(() => change(password), [422, 'COMMON_PASSWORD', sentence, 'newPassword'])
  })

  const weak = 'A password must not be the username or one repeated character. Please choose another'
  it.each(['zzzzzz', 'zZzZzZ', 'ｚｚｚｚｚｚ'])('of one repeated character is refused: %s', (password) =>
    refused(() => change(password), [422, 'WEAK_PASSWORD', weak, 'newPassword']),
  )

  it('that is the username is refused, in any case of letters', async () => {
    const { password: currentPassword, token } = await added('Huckleberry', 'huck@example.org')
    for (const newPassword of ['huckleberry', 'HuckleBerry']) {
      const body = { currentPassword, newPassword }
      const attempt = () => staff.send('POST', '/api/auth/change-password', { token, body })
      await refused(attempt, [422, 'WEAK_PASSWORD', weak, 'newPassword'])
    }
  })
})

describe('removing', () => {
  it('oneself is refused', () =>
    refused(() => remove(own.id), [409, 'OWN_ACCOUNT', 'You cannot remove your own account.']))

  it('an unknown user is refused', () =>
    refused(() => remove(randomUUID()), [404, 'USER_NOT_FOUND', 'There is no such user.']))

  it('a removed user is refused', async () => {
    const { user } = await added('gone', 'gone@example.org')
    expect((await remove(user.id)).status).toBe(204)
    await refused(() => remove(user.id), [404, 'USER_NOT_FOUND', 'There is no such user.'])
  })
})

describe('two at once', () => {
  const facts = async (id: string, type: string) =>
    (await app.sql`select 1 from events where stream = ${`user-${id}`} and type = ${type}`).length

  it('removing one user: one does it, the other learns that the user is gone', async () => {
    const second = await added('second', 'second@example.org', 'TD')
    const { user } = await added('between', 'between@example.org')
    const answers = await Promise.all([remove(user.id), remove(user.id, second.token)])
    expect(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`).toSorted()).toEqual([
      '204 ',
      '404 USER_NOT_FOUND',
    ])
    expect(await facts(user.id, 'UserRemoved')).toBe(1)
    await remove(second.user.id)
  })

  it('removing a user who changes their profile meanwhile: they are gone, in either order', async () => {
    const { user, token } = await added('busy', 'busy@example.org')
    const body = { full_name: 'Busy Bee', email: 'busy@example.org' }
    const [gone, changed] = await Promise.all([
      remove(user.id),
      staff.send('POST', '/api/auth/update-profile', { token, body }),
    ])
    expect(gone.status).toBe(204)
    expect([200, 401]).toContain(changed.status)
    expect(await facts(user.id, 'ProfileChanged')).toBe(changed.status === 200 ? 1 : 0)
    expect((await staff.users(td)).some(({ id }) => id === user.id)).toBe(false)
  })

  it('adding one address under two names adds one of them', async () => {
    const answers = await Promise.all([create('left', 'one@example.org'), create('right', 'ONE@example.org')])
    expect(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`).toSorted()).toEqual([
      '201 ',
      '409 EMAIL_TAKEN',
    ])
  })
})
