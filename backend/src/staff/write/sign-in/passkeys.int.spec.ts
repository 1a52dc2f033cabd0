import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { type Deviation, testAuthenticator } from '../../test/test-authenticator.ts'
import { people, type Sending } from '../../test/test-people.ts'
import { requireSecondFactorDecider } from './require-second-factor.decider.ts'

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

let users = 0
async function newUser(role = 'helper') {
  const username = `passkey-user-${++users}`
  const email = `${username}@example.org`
  const added = await call('POST', 'create-temp-login', { token: td, body: { username, email, role } })
  const password = await staff.passwordMailedTo(email)
  const login = () => call('POST', 'login', { body: { username, password } })
  const { id } = added.body['user'] as { id: string }
  return { id, password, login, token: String((await login()).body['token']) }
}
type Person = Awaited<ReturnType<typeof newUser>>
type Authenticator = ReturnType<typeof testAuthenticator>
type CreationOptions = Parameters<Authenticator['create']>[0]
type RequestOptions = Parameters<Authenticator['use']>[0]

const optionsFor = async ({ token, password }: Person): Promise<CreationOptions> => {
  const { status, body } = await call('POST', 'passkey-options', { token, body: { password } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as CreationOptions
}
const sendNew = (token: string, made: object, key?: string) =>
  call('POST', 'passkeys', { token, body: { name: 'My phone', ...made }, ...(key && { key }) })

/** Adds a passkey; gives the authenticator that holds it, and its id on the site. */
async function addPasskey(person: Person) {
  const device = testAuthenticator(app.origin)
  const added = await sendNew(person.token, device.create(await optionsFor(person)))
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  return { device, id: (added.body['passkey'] as { id: string }).id }
}
const requestOptions = async () => (await call('GET', 'passkey-sign-in')).body as unknown as RequestOptions
const signInWith = (body: object, key?: string) => call('POST', 'passkey-sign-in', { body, ...(key && { key }) })
const signIn = async ({ id }: Person, device: Authenticator, deviation: Deviation = {}) =>
  signInWith(device.use(await requestOptions(), id, deviation))
const readPasskeys = async (token: string) =>
  (await call('GET', 'passkeys', { token })).body['passkeys'] as {
    id: string
    name: string
    last_used: string | null
  }[]
const refused = { status: 401, code: 'PASSKEY_REFUSED' }
const notAdded = { status: 422, code: 'PASSKEY_NOT_ADDED' }
const requireOf = async (helper: boolean) => {
  const metadata = { now: new Date() }
  const actor = { kind: 'system', id: 'test', name: null, role: null } as const
  const unkeyed = { correlationId: 'c', causationId: 'c', happenedAt: null, idempotency: null }
  const command = { type: 'RequireSecondFactor', data: { rules: { helper }, hasOwn: true }, metadata } as const
  await app.platform.commands.handle(
    requireSecondFactorDecider,
    { stream: 'access', command },
    { actor, ...unkeyed, ...metadata },
  )
}

describe('A passkey', () => {
  it('lets its user in without a password, says when it did, and is no secret of the log', async () => {
    const becky = await newUser()
    const { device, id } = await addPasskey(becky)
    expect(await readPasskeys(becky.token)).toMatchObject([{ id, name: 'My phone', last_used: null }])
    const done = await signIn(becky, device)
    expect(done).toMatchObject({ status: 200, body: { user: { id: becky.id }, token: expect.any(String) } })
    const token = String(done.body['token'])
    expect(await readPasskeys(token)).toMatchObject([{ id, last_used: expect.stringMatching(/^\d{4}-/) }])
    // The password stays a way in, where the role needs no more.
    expect((await becky.login()).status).toBe(200)

    await settled(app.sql)
    const { body } = await staff.send('GET', `/api/audit?stream=user-${becky.id}`, { token: td })
    const told = (body['events'] as { sentence: { text: string } }[]).map(({ sentence }) => sentence.text)
    expect(told).toContain('signed in with the passkey “My phone”')
    expect(told).toContain('added the passkey “My phone”, which lets them in without the password')
    const log = await app.sql<
      { text: string }[]
    >`select data::text as text from events where stream = ${`user-${becky.id}`}`
    const [kept] = await app.sql<{ key: string }[]>`select public_key as key from passkeys where id = ${id}`
    for (const secret of [device.id, kept?.key ?? 'none', 'My phone'])
      expect(log.map(({ text }) => text).join('\n')).not.toContain(secret)
  })

  it('is added with the password alone, once, and not by an answer that differs in anything', async () => {
    const tom = await newUser()
    expect(await call('POST', 'passkey-options', { token: tom.token, body: { password: 'not this' } })).toMatchObject({
      status: 422,
      code: 'WRONG_PASSWORD',
      body: { fields: { password: expect.any(String) } },
    })
    const device = testAuthenticator(app.origin)
    const options = await optionsFor(tom)
    const other = await optionsFor(await newUser())
    const deviations: Deviation[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: other.challenge },
      { challenge: (await requestOptions()).challenge },
      { challenge: 'AAAA' },
      { unverified: true },
    ]
    for (const deviation of deviations)
      expect(await sendNew(tom.token, device.create(options, deviation)), JSON.stringify(deviation)).toMatchObject(
        notAdded,
      )
    const made = device.create(options)
    expect(await sendNew(tom.token, { ...made, attestationObject: 'AAAA' })).toMatchObject(notAdded)
    expect(await sendNew(tom.token, { ...made, id: testAuthenticator(app.origin).id })).toMatchObject(notAdded)
    expect(await sendNew(tom.token, { ...made, name: ' ' })).toMatchObject({ status: 422, body: { fields: {} } })
    expect(await readPasskeys(tom.token)).toEqual([])

    const added = await sendNew(tom.token, made, 'add-passkey-0001')
    expect(added.status).toBe(201)
    expect(await sendNew(tom.token, made, 'add-passkey-0001')).toEqual(added)
    expect(await sendNew(tom.token, made)).toMatchObject(notAdded)
    const [known, again] = [await optionsFor(tom), await optionsFor(await newUser())]
    expect(known).toMatchObject({ excludeCredentials: [{ type: 'public-key', id: device.id }] })
    expect(await sendNew(tom.token, device.create(known))).toMatchObject({ status: 409, code: 'PASSKEY_EXISTS' })
    expect(await sendNew(tom.token, device.create(again))).toMatchObject(notAdded)
    // Another user's authenticator that claims the same id.
    const thief = await newUser()
    const copy = testAuthenticator(app.origin, Buffer.from(device.id, 'base64url'))
    const claimed = await sendNew(thief.token, copy.create(await optionsFor(thief)))
    expect(claimed).toMatchObject({ status: 409, code: 'PASSKEY_EXISTS' })
    expect(await readPasskeys(tom.token)).toHaveLength(1)
  })

  it('refuses an answer that differs in anything, is replayed, or counts backwards', async () => {
    const [huck, joe] = [await newUser(), await newUser()]
    const { device } = await addPasskey(huck)
    const { device: joes } = await addPasskey(joe)
    const deviations: Deviation[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: (await optionsFor(huck)).challenge },
      { challenge: 'AAAA' },
      { unverified: true },
      { userHandle: joe.id },
    ]
    for (const deviation of deviations)
      expect(await signIn(huck, device, deviation), JSON.stringify(deviation)).toMatchObject(refused)
    // It does not count, as those that are copied to all devices of a person do not.
    const used = device.use(await requestOptions(), huck.id, { counter: 0 })
    const stolen = { ...joes.use(await requestOptions(), huck.id), id: used.id }
    expect(await signInWith(stolen)).toMatchObject(refused)
    expect(await signInWith({ ...used, id: testAuthenticator(app.origin).id })).toMatchObject(refused)
    expect(await signInWith({ ...used, signature: '%' })).toMatchObject({ status: 422 })

    const both = await Promise.all([signInWith(used), signInWith(used)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(await signInWith(used)).toMatchObject(refused)
    expect((await signIn(huck, device, { counter: 5 })).status).toBe(200)
    expect(await signIn(huck, device, { counter: 4 })).toMatchObject(refused)
    const next = device.use(await requestOptions(), huck.id, { counter: 40 })
    const first = await signInWith(next, 'sign-in-passkey-01')
    expect(first.status).toBe(200)
    expect(await signInWith(next, 'sign-in-passkey-01')).toMatchObject({ status: 200 })
    const { body } = await staff.send('GET', '/api/audit?type=SignInFailed', { token: td })
    const failures = (body['events'] as { data: { userId: string } }[]).filter(({ data }) => data.userId === huck.id)
    expect(failures.length).toBeGreaterThanOrEqual(deviations.length)
    const unknown = async () => {
      const { body } = await staff.send('GET', '/api/audit?type=AttemptRefused', { token: td })
      return (body['events'] as AuditEntry[]).map(({ sentence }) => sentence.text)
    }
    await vi.waitFor(
      async () =>
        expect(await unknown()).toContainEqual(
          expect.stringMatching(/^tried to sign in with a passkey that no user has/),
        ),
      { timeout: 20_000 },
    )
  })

  it('is removed by its owner with the password, which signs out where it let them in', async () => {
    const sid = await newUser()
    const { device, id } = await addPasskey(sid)
    const { id: kept } = await addPasskey(sid)
    const elsewhere = String((await signIn(sid, device)).body['token'])
    const stranger = await newUser()
    const remove = (token: string, password: string) => call('DELETE', `passkeys/${id}`, { token, body: { password } })
    expect(await remove(stranger.token, stranger.password)).toMatchObject({ status: 404, code: 'PASSKEY_NOT_FOUND' })
    expect(await remove(sid.token, 'not this')).toMatchObject({ status: 422, code: 'WRONG_PASSWORD' })
    expect((await remove(sid.token, sid.password)).status).toBe(204)
    expect((await remove(sid.token, sid.password)).status).toBe(404)
    expect((await readPasskeys(sid.token)).map((one) => one.id)).toEqual([kept])
    expect(await call('GET', 'passkeys', { token: elsewhere })).toMatchObject({ status: 401, code: 'SIGNED_OUT' })
    expect(await signIn(sid, device)).toMatchObject(refused)
  })

  it('is what a role may need: the password alone lets its user in no more, nor a session that it began', async () => {
    const [mary, amy] = [await newUser(), await newUser()]
    const { device, id } = await addPasskey(mary)
    const before = String((await mary.login()).body['token'])
    await requireOf(true)
    expect(await mary.login()).toMatchObject({ status: 401, code: 'PASSKEY_REQUIRED' })
    const signups = async (token: string) => (await staff.send('GET', '/api/dinner-signups', { token })).status
    const withPasskey = await signIn(mary, device)
    expect(withPasskey.body).not.toHaveProperty('second_factor_needed')
    // The sessions that were there: the one that has added the passkey is as good as one that it began.
    expect([
      await signups(String(withPasskey.body['token'])),
      await signups(mary.token),
      await signups(before),
    ]).toEqual([200, 200, 403])
    expect((await call('GET', 'totp', { token: before })).body).toMatchObject({ required: true, restricted: true })
    expect((await call('GET', 'totp', { token: mary.token })).body).toMatchObject({ required: true, restricted: false })

    expect((await amy.login()).body['second_factor_needed']).toBe(true)
    expect(await signups(amy.token)).toBe(403)
    await addPasskey(amy)
    expect(await signups(amy.token)).toBe(200)

    const own = { token: mary.token, body: { password: mary.password } }
    expect((await call('DELETE', `passkeys/${id}`, own)).status).toBe(204)
    expect(await signups(mary.token)).toBe(403)
    await requireOf(false)
  })

  it('is taken away by a TD, and goes with the user', async () => {
    const alfred = await newUser()
    const { device } = await addPasskey(alfred)
    const listed = (await staff.users(td)).find((user) => user.id === alfred.id)
    expect(listed).toMatchObject({ second_factor: true })
    expect((await call('DELETE', `users/${alfred.id}/second-factor`, { token: td })).status).toBe(204)
    expect(await call('GET', 'passkeys', { token: alfred.token })).toMatchObject({ code: 'SIGNED_OUT' })
    expect(await signIn(alfred, device)).toMatchObject(refused)
    expect((await call('DELETE', `users/${alfred.id}/second-factor`, { token: td })).status).toBe(404)

    const gone = await newUser()
    const { device: theirs, id } = await addPasskey(gone)
    const forgetting = await staff.send('POST', '/api/people/forget', { token: td, body: { user: gone.id } })
    expect(forgetting.status).toBe(200)
    expect(await app.sql`select 1 from passkeys where user_id = ${gone.id}`).toHaveLength(0)
    expect(await signIn(gone, theirs)).toMatchObject(refused)
    await settled(app.sql)
    const { body } = await staff.send('GET', `/api/audit?stream=user-${gone.id}`, { token: td })
    expect(JSON.stringify(body)).toContain(id)
    expect(JSON.stringify(body)).not.toContain('My phone')
  })

  it('and an authenticator app list the site under the name that a director has set', async () => {
    const headers = { authorization: `Bearer ${td}`, 'content-type': 'application/json' }
    const tag = (await fetch(`${app.origin}/api/edition`)).headers.get('etag') ?? ''
    await fetch(`${app.origin}/api/edition`, {
      method: 'PUT',
      headers: { ...headers, 'if-match': tag },
      body: JSON.stringify({ name: 'Frostbite: Classic' }),
    })
    const ned = await newUser()
    expect(await optionsFor(ned)).toMatchObject({ rp: { name: 'Frostbite: Classic' } })
    const begun = await call('POST', 'totp', { token: ned.token, body: { password: ned.password } })
    expect(begun.body['uri']).toMatch(/^otpauth:\/\/totp\/Frostbite%3A%20Classic:.*issuer=Frostbite%3A%20Classic/)
  })

  it('leaves rows that follow from the events', async () => {
    const { differences } = await rebuild({ sql: app.sql, modules: app.platform.modules(), apply: false })
    expect(differences).toEqual([])
  })
})
