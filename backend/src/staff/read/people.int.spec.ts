import { randomUUID } from 'node:crypto'
import type { User } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { people } from '../test/test-people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let staff: ReturnType<typeof people>
let td: string

beforeAll(async () => {
  app = await testApp()
  staff = people(app)
  td = await staff.readToken('td', 'first-td-password')
})
afterAll(() => app.close())

const create = (body: unknown, key?: string) =>
  staff.send('POST', '/api/auth/create-temp-login', { token: td, body, ...(key && { key }) })
const remove = (id: string, token = td) => staff.send('DELETE', `/api/auth/users/${id}`, { token })
const added = async (username: string, role = 'helper', fullName?: string) => {
  const email = `${username}@example.org`
  const { body } = await create({ username, email, role })
  const password = await staff.passwordMailedTo(email)
  const token = await staff.readToken(username, password)
  if (fullName) await staff.send('POST', '/api/auth/update-profile', { token, body: { full_name: fullName, email } })
  return { user: body['user'] as User, password, token }
}
const named = async (username: string) => (await staff.users(td)).find((user) => user.username === username)

describe('the list of users', () => {
  it('stands in the order of the roles', async () => {
    expect((await staff.users(td)).map(({ role }) => role)).toEqual(['TD', 'admin', 'helper'])
  })

  it('has people of one role in the order of their names, with accents and numbers as readers expect them', async () => {
    const names = ['Zoë 10', 'Élan', 'zoe 2', 'Elan', 'Ødegaard', 'Zoë 2', 'ab-c']
    for (const [index, name] of names.entries()) await added(`sorted${index}`, 'helper', name)
    const listed = (await staff.users(td)).map(({ full_name }) => full_name).filter((name) => names.includes(name))
    expect(listed).toEqual(['ab-c', 'Elan', 'Élan', 'Ødegaard', 'zoe 2', 'Zoë 2', 'Zoë 10'])
  })

  it('is kept by no cache', async () => {
    const answer = await fetch(`${app.origin}/api/auth/users`, { headers: await app.signIn('td') })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('who may do what', () => {
  const unknownUser = `/api/auth/users/${randomUUID()}`
  const calls = [
    ['GET', '/api/auth/users', undefined, { visitor: 401, helper: 403, admin: 403, td: 200 }],
    ['POST', '/api/auth/create-temp-login', {}, { visitor: 401, helper: 403, admin: 403, td: 422 }],
    ['DELETE', unknownUser, undefined, { visitor: 401, helper: 403, admin: 403, td: 404 }],
    ['POST', '/api/auth/update-profile', {}, { visitor: 401, helper: 422, admin: 422, td: 422 }],
    ['POST', '/api/auth/change-password', {}, { visitor: 401, helper: 422, admin: 422, td: 422 }],
    ['GET', '/api/audit', undefined, { visitor: 401, helper: 403, admin: 403, td: 200 }],
    ['GET', '/api/audit/people', undefined, { visitor: 401, helper: 403, admin: 403, td: 200 }],
    ['GET', '/api/audit/kinds', undefined, { visitor: 401, helper: 403, admin: 403, td: 200 }],
    ['POST', '/api/auth/logout', { user: randomUUID() }, { visitor: 401, helper: 422, admin: 422, td: 422 }],
    ['POST', '/api/auth/logout', undefined, { visitor: 401, helper: 204, admin: 204, td: 204 }],
  ] as const
  const cases = calls.flatMap(([method, path, body, by]) =>
    Object.entries(by).map(([who, status]) => ({ method, path, body, who: who as keyof typeof by, status })),
  )

  it.each(cases)('$method $path answers $who with $status', async ({ method, path, body, who, status }) => {
    const { authorization } = await app.signIn(who)
    const token = authorization?.replace('Bearer ', '')
    const answer = await staff.send(method, path, { ...(body && { body }), ...(token && { token }) })
    expect(answer.status).toBe(status)
    if (status === 401) expect(answer.body.code).toBe('NO_TOKEN')
    if (status === 403) expect(answer.body.code).toBe('FORBIDDEN')
  })

  it('answers no call of a removed user', async () => {
    const { user, token } = await added('gone', 'TD')
    expect((await remove(user.id)).status).toBe(204)
    for (const [method, path, body] of calls) {
      const answer = await staff.send(method, path, { token, ...(body && { body }) })
      expect([answer.status, answer.body.code]).toEqual([401, 'USER_REMOVED'])
    }
  })
})

describe('creating a login', () => {
  it('mails a password, with which the person gets in and is verified', async () => {
    const { status, body } = await create({ username: 'Huck', email: 'huck@example.org', role: 'helper' })
    expect(status).toBe(201)
    expect(body['user']).toMatchObject({ username: 'Huck', full_name: 'Huck', role: 'helper', is_verified: false })
    expect(await named('Huck')).toMatchObject(body['user'] as User)
    const password = await staff.passwordMailedTo('huck@example.org')
    const login = await staff.login('huck', password)
    expect(login.body['user']).toMatchObject({ username: 'Huck', is_verified: true })
    expect(await named('Huck')).toMatchObject({ is_verified: true, mail: null })
    const rows = await app.sql`select data::text from events`
    expect(JSON.stringify(rows), 'the password is no fact').not.toContain(password)
  })

  it('makes an admin where no role is said', async () => {
    const { body } = await create({ username: 'roleless', email: 'roleless@example.org' })
    expect(body['user']).toMatchObject({ role: 'admin' })
  })

  it('done again under the same key is the same login with the same password, mailed once', async () => {
    const key = randomUUID()
    const body = { username: 'twice', email: 'twice@example.org', role: 'helper' }
    const answers = await Promise.all([create(body, key), create(body, key)])
    answers.push(await create(body, key))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => (answer.body['user'] as User).id)).size).toBe(1)
    const password = await staff.passwordMailedTo('twice@example.org')
    expect((await staff.login('twice', password)).status).toBe(200)
    expect(await staff.mailsTo('twice@example.org')).toHaveLength(1)
  })

  it.each([
    [{ username: 'ADMIN', email: 'other@example.org' }, 409, 'USERNAME_TAKEN'],
    [{ username: 'ａｄｍｉｎ', email: 'other@example.org' }, 409, 'USERNAME_TAKEN'],
    [{ username: 'other', email: 'Admin@EXAMPLE.org' }, 409, 'EMAIL_TAKEN'],
    [{ username: 'other', email: 'ａdmin@example.org' }, 409, 'EMAIL_TAKEN'],
    [{ username: 'other', email: 'other@example.org', role: 'boss' }, 422, 'INVALID_FIELDS'],
    [{ username: 'other', email: 'other@example.org', role: null }, 422, 'INVALID_FIELDS'],
    [{ username: ' \u200b ', email: 'other@example.org' }, 422, 'INVALID_FIELDS'],
    [{ username: 'x'.repeat(101), email: 'other@example.org' }, 422, 'INVALID_FIELDS'],
    [{ username: 'ot\u0000her', email: 'other@example.org' }, 422, 'INVALID_FIELDS'],
    [{ username: 'other', email: 'unknownUser' }, 422, 'INVALID_FIELDS'],
    [{ username: 'other', email: 'a@example.org, b@example.org' }, 422, 'INVALID_FIELDS'],
    [{ username: 'other', email: 'a@example.org\r\nBcc: b@example.org' }, 422, 'INVALID_FIELDS'],
    [{ username: 'other', email: 'other@example.org', password: 'mine' }, 422, 'INVALID_FIELDS'],
    [{ email: 'other@example.org' }, 422, 'INVALID_FIELDS'],
    [[], 422, 'INVALID_FIELDS'],
  ])('is refused for %j', async (body, status, code) => {
    const before = await staff.users(td)
    const answer = await create(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await staff.users(td)).toEqual(before)
  })

  it('by two TDs at once with one name adds one of them', async () => {
    const answers = await Promise.all(
      [1, 2].map((n) => create({ username: 'race', email: `race${n}@example.org`, role: 'helper' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('removing a user', () => {
  it('signs them out on every open page, and their name is free again', async () => {
    const { user, token, password } = await added('tom')
    const pages = await Promise.all([staff.signedOut(token), staff.signedOut(token)])
    expect((await remove(user.id)).status).toBe(204)
    expect(await Promise.all(pages.map(({ code }) => code))).toEqual(['USER_REMOVED', 'USER_REMOVED'])
    expect(await named('tom')).toBeUndefined()
    expect(await app.sql`select 1 from credentials where user_id = ${user.id}`).toHaveLength(0)
    expect((await staff.login('tom', password)).status).toBe(401)
    expect((await create({ username: 'tom', email: 'tom@example.org' })).status).toBe(201)
  })

  it('is refused for one’s own account, a removed user, and an id that is none', async () => {
    const own = (await staff.users(td)).find(({ username }) => username === 'td')?.id ?? ''
    expect((await remove(own)).body).toMatchObject({ code: 'OWN_ACCOUNT' })
    const { user } = await added('short')
    expect((await remove(user.id)).status).toBe(204)
    expect((await remove(user.id)).body).toMatchObject({ code: 'USER_NOT_FOUND' })
    expect((await remove('not-an-id')).status).toBe(404)
  })

  it('by two TDs of one person: one does it, the other gets 404', async () => {
    const other = await added('second-td', 'TD')
    const { user } = await added('between')
    const answers = await Promise.all([remove(user.id), remove(user.id, other.token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
    await remove(other.user.id)
  })

  it('of two TDs by each other at once leaves one of them, every time', async () => {
    for (let round = 0; round < 5; round++) {
      const other = await added(`rival${round}`, 'TD')
      const own = await named('td')
      const answers = await Promise.all([remove(other.user.id), remove(own?.id ?? '', other.token)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, expect.toBeOneOf([401, 409])])
      const survivor = answers[0].status === 204 ? td : other.token
      const left = await staff.users(survivor)
      expect(left.filter(({ role }) => role === 'TD')).toHaveLength(1)
      if (survivor === td) continue
      const heir = await staff.send('POST', '/api/auth/create-temp-login', {
        token: survivor,
        body: { username: 'td', email: `td${round}@example.org`, role: 'TD' },
      })
      expect(heir.status).toBe(201)
      td = await staff.readToken('td', await staff.passwordMailedTo(`td${round}@example.org`))
      await remove(other.user.id)
    }
  })
})
