import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { slicesPerWindow } from '../../../platform/database/rate-limits.ts'
import { type RequestOrigin, staffTestApp } from '../../test/test-staff.ts'

let app: Awaited<ReturnType<typeof staffTestApp>>
beforeEach(async () => {
  app = await staffTestApp()
  await app.add({ password: 'turkey day' })
})
afterEach(() => app.close())

const catchError = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    ({ code, message }) => ({ code, message }),
  )

describe('signing in', () => {
  it('answers the user and a token that says who they are', async () => {
    const { user, token } = await app.signIn('Becky', 'turkey day')
    expect(user).toMatchObject({ username: 'Becky', full_name: 'Becky Thatcher', role: 'helper', is_verified: true })
    expect(await app.authenticate(token)).toMatchObject(user)
  })

  it('takes the username in any letter case', async () => {
    expect((await app.signIn('bECKY', 'turkey day')).user.username).toBe('Becky')
  })

  it.each(['\u202aBecky\u202c', ' Becky\u200b', 'Bec\u00adky'])('takes a pasted username: %j', async (username) => {
    expect((await app.signIn(username, 'turkey day')).user.username).toBe('Becky')
  })

  it('is stored as a fact about the user, by the user', async () => {
    const { user } = await app.signIn('Becky', 'turkey day')
    const { events } = await app.audit({ type: 'UserSignedIn' })
    expect(events).toMatchObject([
      { stream: `user-${user.id}`, actor: { kind: 'staff', id: user.id, name: 'Becky Thatcher', role: 'helper' } },
    ])
  })

  it('says the same of a wrong password and of an unknown user, and stores nothing', async () => {
    const wrong = await catchError(app.signIn('Becky', 'turkey dax'))
    expect(wrong).toEqual({ code: 'INVALID_CREDENTIALS', message: 'Username or password is wrong.' })
    expect(await catchError(app.signIn('Unknown', 'turkey day'))).toEqual(wrong)
    expect((await app.audit({ type: 'UserSignedIn' })).events).toEqual([])
  })

  it('needs the password exactly, also one that differs at its end only', async () => {
    await app.add({
      person: { username: 'long', fullName: 'Long', email: 'long@example.org' },
      password: `${'x'.repeat(999)}y`,
    })
    expect(await catchError(app.signIn('long', `${'x'.repeat(999)}z`))).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect((await app.signIn('long', `${'x'.repeat(999)}y`)).user.username).toBe('long')
  })

  it('of a user whose secrets were lost is refused like a wrong password', async () => {
    await app.sql`delete from credentials`
    expect(await catchError(app.signIn('Becky', 'turkey day'))).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  })
})

const fail = (username: string, asking: RequestOrigin) => catchError(app.signIn(username, 'wrong', asking))
const inTurn = async (times: number, attempt: (index: number) => Promise<unknown>) => {
  const answers: unknown[] = []
  for (let index = 0; index < times; index++) answers.push(await attempt(index))
  return answers
}
/** Lets so much time pass for the counters. */
const wait = (seconds: number) =>
  app.sql`update rate_limits set slice = slice - (${seconds}::int * ${slicesPerWindow}::int / seconds)`
const throttled = { code: 'TOO_MANY_SIGN_INS' }
const [home, elsewhere] = [{ address: '192.0.2.1' }, { address: '198.51.100.1' }]

describe('guessing passwords', () => {
  it('is stopped after ten failures for a username from one network, even if the eleventh is right', async () => {
    const answers = await inTurn(10, () => fail('Becky', home))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveProperty('size', 1)
    const eleventh = app.signIn('becky', 'turkey day', home)
    await expect(eleventh).rejects.toMatchObject(throttled)
    const retryAfter = await eleventh.catch((error) => error.retryAfter)
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(15 * 60)
  })

  it('keeps no request from another network out', async () => {
    await inTurn(12, () => fail('Becky', home))
    expect((await app.signIn('Becky', 'turkey day', elsewhere)).user.username).toBe('Becky')
  })

  it('counts attempts with invisible characters in the name as those of the name', async () => {
    for (const hidden of ['', '\u200b', '\u2060', '\u200e', '\ufeff', '\u00ad', '\u202a', '\u2066', '\u200f', '\u2069'])
      expect(await fail(`Unknown${hidden}`, home)).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(await fail('Unknown\u202d', home)).toMatchObject({ code: 'TOO_MANY_SIGN_INS' })
  })

  it('is stopped the same way for an unknown username', async () => {
    await inTurn(10, () => fail('Unknown', home))
    expect(await fail('Unknown', home)).toMatchObject(throttled)
  })

  it('is stopped after fifty failures from a network, under any usernames, and others get in', async () => {
    await inTurn(50, (index) => fail(`user${index}`, { address: `2001:db8:0:7::${index}` }))
    expect(await catchError(app.signIn('Becky', 'turkey day', { address: '2001:db8:0:7::99' }))).toMatchObject(
      throttled,
    )
    expect((await app.signIn('Becky', 'turkey day', { address: '2001:db8:0:8::1' })).user.username).toBe('Becky')
  })

  it('cannot slip through by many attempts at once', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => fail('Becky', home)))
    const checked = answers.filter((answer) => (answer as { code: string }).code === 'INVALID_CREDENTIALS')
    expect(checked).toHaveLength(10)
  })

  it('goes on one by one, a minute apart, so that the owner of the name is not kept out for long', async () => {
    await inTurn(10, () => fail('Becky', home))
    expect(await fail('Becky', home)).toMatchObject(throttled)
    await wait(62)
    expect(await fail('Becky', home)).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    const next = app.signIn('Becky', 'turkey day', home)
    await expect(next).rejects.toMatchObject(throttled)
    expect(await next.catch((error) => error.retryAfter)).toBeLessThanOrEqual(62)
    await wait(62)
    expect((await app.signIn('Becky', 'turkey day', home)).user.username).toBe('Becky')
  })

  it('goes on at five a minute for a network that has used up its failures', async () => {
    await inTurn(50, (index) => fail(`user${index}`, home))
    await wait(62)
    const answers = await inTurn(7, (index) => fail(`another${index}`, home))
    expect(answers.map((answer) => (answer as { code: string }).code)).toEqual([
      ...Array(5).fill('INVALID_CREDENTIALS'),
      ...Array(2).fill('TOO_MANY_SIGN_INS'),
    ])
  })

  it('is forgotten for a username once its owner signs in', async () => {
    await inTurn(9, () => fail('Becky', home))
    await app.signIn('Becky', 'turkey day')
    const answers = await inTurn(10, () => fail('Becky', home))
    expect(answers).not.toContainEqual(expect.objectContaining(throttled))
  })

  it('counts no sign-in that succeeds against the network', async () => {
    for (let index = 0; index < 60; index++) await app.signIn('Becky', 'turkey day', { address: '192.0.2.9' })
  })

  it('leaves nothing readable behind', async () => {
    await fail('a password in the wrong field', home)
    const rows = await app.sql`select key from rate_limits`
    expect(rows).toHaveLength(4)
    expect(JSON.stringify(rows)).not.toMatch(/password|192\.0/i)
  })
})

describe('a device on which a user has signed in before', () => {
  const createDevice = async (username: string, password: string, device?: string) => {
    await app.signIn(username, password, { device })
    return app.deviceCookie()
  }
  const sid = { person: { username: 'Sid', fullName: 'Sid Sawyer', email: 'sid@example.org' }, id: randomUUID() }

  it('lets them in although others in the same network have used up all failures', async () => {
    const device = await createDevice('Becky', 'turkey day')
    await inTurn(12, () => fail('Becky', home))
    await inTurn(45, (index) => fail(`user${index}`, home))
    expect(await catchError(app.signIn('Becky', 'turkey day', home))).toMatchObject(throttled)
    expect((await app.signIn('Becky', 'turkey day', { ...home, device })).user.username).toBe('Becky')
  })

  it('has a count of its own, which stops it as well', async () => {
    const device = await createDevice('Becky', 'turkey day')
    const answers = await inTurn(62, () => fail('Becky', { ...home, device }))
    expect(answers.at(0)).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(answers.at(-1)).toMatchObject(throttled)
    expect((await app.signIn('Becky', 'turkey day', home)).user.username).toBe('Becky')
  })

  it('is as unknown as any other for another name', async () => {
    await app.add({ ...sid, password: 'white fence' })
    const device = await createDevice('Becky', 'turkey day')
    const answers = await inTurn(11, () => fail('Sid', { ...home, device }))
    expect(answers.at(-1)).toMatchObject(throttled)
  })

  it('knows all users who have signed in on it', async () => {
    await app.add({ ...sid, password: 'white fence' })
    const device = await createDevice('Sid', 'white fence', await createDevice('Becky', 'turkey day'))
    for (const name of ['Becky', 'Sid']) await inTurn(10, () => fail(name, home))
    expect((await app.signIn('Becky', 'turkey day', { ...home, device })).user.username).toBe('Becky')
    expect((await app.signIn('Sid', 'white fence', { ...home, device })).user.username).toBe('Sid')
  })

  it.each([
    ['of other letters', (cookie: string) => cookie.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['with the seal of another device', (cookie: string) => `${'A'.repeat(22)}.${cookie.split('.')[1]}`],
    ['without a seal', (cookie: string) => cookie.split('.')[0] ?? ''],
    ['that is no cookie of ours', () => 'x'.repeat(5_000)],
  ])('is known by no cookie %s', async (_, changed) => {
    const device = changed((await createDevice('Becky', 'turkey day')) ?? '')
    await inTurn(10, () => fail('Becky', home))
    expect(await catchError(app.signIn('Becky', 'turkey day', { ...home, device }))).toMatchObject(throttled)
  })

  it('is not known any more once the password was changed', async () => {
    const device = await createDevice('Becky', 'turkey day')
    await app.sql`update credentials set token_generation = token_generation + 1`
    await inTurn(10, () => fail('Becky', home))
    expect(await catchError(app.signIn('Becky', 'turkey day', { ...home, device }))).toMatchObject(throttled)
  })

  it('has a cookie that names no person', async () => {
    const device = (await createDevice('Becky', 'turkey day')) ?? ''
    const readable = device.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    expect([device, ...readable].join(' ')).not.toMatch(/becky/i)
  })
})
