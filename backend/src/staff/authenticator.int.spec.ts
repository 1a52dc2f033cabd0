import { randomUUID } from 'node:crypto'
import type { User } from '@ultimate/events/staff/api.ts'
import { base64url, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secret, staffTestApp } from './test/test-staff.ts'

let app: Awaited<ReturnType<typeof staffTestApp>>
let user: User
let token: string
beforeEach(async () => {
  app = await staffTestApp()
  await app.add({ password: 'turkey day' })
  ;({ user, token } = await app.signIn('Becky', 'turkey day'))
})
afterEach(() => app.close())

const day = 24 * 60 * 60
const parts = () => token.split('.') as [string, string, string]
const json = (value: unknown) => base64url.encode(JSON.stringify(value))
const claims = () => JSON.parse(new TextDecoder().decode(base64url.decode(parts()[1])))

const signed = (payload: Record<string, unknown>, key = secret, alg = 'HS256') =>
  new SignJWT({ ...claims(), ...payload }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key))

const expectCode = (bad: string, code: string) => expect(app.authenticate(bad)).rejects.toMatchObject({ code })

describe('a token', () => {
  it('is good for seven days and not a second longer', async () => {
    app.moveClock(7 * day - 5)
    expect(await app.authenticate(token)).toMatchObject(user)
    app.moveClock(10)
    await expectCode(token, 'TOKEN_EXPIRED')
  })

  it('is that of its own user, also beside others of the same moment', async () => {
    const person = { username: 'Ann', fullName: 'Ann Bell', email: 'ann@example.org' }
    await app.add({ person, password: 'turkey day' })
    const ann = await app.signIn('Ann', 'turkey day')
    const unknown = await signed({ sub: randomUUID() })
    const tokens = [token, unknown, ann.token, 'garbage', token]
    // The signatures are known after this call, so that all of them are looked up in one turn.
    await Promise.allSettled(tokens.map(app.authenticate))
    const answers = await Promise.allSettled(tokens.map(app.authenticate))
    expect(answers).toMatchObject([
      { value: user },
      { reason: { code: 'USER_REMOVED' } },
      { value: ann.user },
      { reason: { code: 'INVALID_SIGNATURE' } },
      { value: user },
    ])
  })

  it('holds nothing but an id and what makes it a token of ours', () => {
    expect(Object.keys(claims()).sort()).toEqual(['aud', 'exp', 'gen', 'iat', 'iss', 'sid', 'sub'])
  })

  it('is good again when it is signed anew with the same secret: the attacks below fail for their own reasons', async () => {
    expect(await app.authenticate(await signed({}))).toMatchObject(user)
  })

  it('signed with another secret is refused', async () => {
    await expectCode(await signed({}, `${secret}!`), 'INVALID_SIGNATURE')
  })

  it('without a signature is refused, under any name of its algorithm', async () => {
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
      await expectCode(`${json({ alg, typ: 'JWT' })}.${parts()[1]}.`, 'INVALID_SIGNATURE')
      await expectCode(`${json({ alg, typ: 'JWT' })}.${parts()[1]}.${parts()[2]}`, 'INVALID_SIGNATURE')
    }
  })

  it.each(['HS384', 'HS512'])('signed with %s is refused, even with our secret', async (alg) => {
    await expectCode(await signed({}, secret, alg), 'INVALID_SIGNATURE')
  })

  it('whose claims were changed is refused', async () => {
    const forged = json({ ...claims(), sub: randomUUID() })
    await expectCode(`${parts()[0]}.${forged}.${parts()[2]}`, 'INVALID_SIGNATURE')
  })

  it('that expired is refused as forged when it is forged too', async () => {
    await expectCode(await signed({ exp: 1 }, 'another secret that is long enough!!'), 'INVALID_SIGNATURE')
    await expectCode(await signed({ exp: 1 }), 'TOKEN_EXPIRED')
  })

  it.each([
    ['of another issuer', { iss: 'elsewhere' }],
    ['for another audience', { aud: 'visitors' }],
    ['without a user', { sub: undefined }],
    ['of a user who cannot exist', { sub: "x' or 1=1 --" }],
    ['without a generation', { gen: undefined }],
    ['of a generation that is no number', { gen: '0' }],
    ['that never expires', { exp: undefined }],
    ['of a time to come', { nbf: 4_000_000_000 }],
  ])('%s is refused', async (_, payload) => {
    await expectCode(await signed(payload), 'INVALID_SIGNATURE')
  })

  it.each(['', '.', '..', 'garbage', 'a.b.c', 'é.ü.ß', `${'x'.repeat(5000)}.y.z`, 'null', '{}'])(
    'that is garbage is refused: %s',
    async (garbage) => {
      await expectCode(garbage, 'INVALID_SIGNATURE')
    },
  )

  it('of an earlier generation is refused from that moment on', async () => {
    await app.sql`update credentials set token_generation = token_generation + 1 where user_id = ${user.id}`
    await expectCode(token, 'TOKEN_REVOKED')
    expect(await app.authenticate((await app.signIn('Becky', 'turkey day')).token)).toMatchObject(user)
  })

  it('of a user who is gone is refused from that moment on', async () => {
    await app.sql`delete from users where id = ${user.id}`
    await expectCode(token, 'USER_REMOVED')
  })

  it('is refused by an app with another secret', async () => {
    const other = await staffTestApp({ authSecret: 'a changed secret of the next deployment' })
    try {
      await expect(other.authenticate(token)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
    } finally {
      await other.close()
    }
  })
})
