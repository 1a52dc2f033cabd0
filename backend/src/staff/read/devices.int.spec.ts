import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { deviceName } from '../secrets/sessions.ts'
import { people } from '../test/test-people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let staff: ReturnType<typeof people>
beforeAll(async () => {
  app = await testApp()
  staff = people(app)
})
afterAll(() => app.close())

const signIn = (username = 'helper', password = 'demo-helper') => staff.readToken(username, password)
interface Device {
  readonly id: string
  readonly name: string
  readonly this: boolean
}
const readDevices = async (token: string) =>
  (await staff.send('GET', '/api/auth/devices', { token })).body['devices'] as Device[]
const readCode = async (token: string) => (await staff.send('GET', '/api/auth/devices', { token })).body.code
const signOut = (id: string, token: string) => staff.send('DELETE', `/api/auth/devices/${id}`, { token })

describe('The devices of a user', () => {
  it('are listed for that user alone, the one that asks first', async () => {
    const [first, second] = [await signIn(), await signIn()]
    await signIn('admin', 'demo-admin')
    const devices = await readDevices(first)
    expect(devices.map((device) => device.this)).toEqual([true, false])
    expect(devices[0]).toEqual({
      id: expect.any(String),
      name: 'A program, network 127.0.0.1',
      at: expect.stringMatching(/Z$/),
      last_seen: expect.stringMatching(/Z$/),
      this: true,
    })
    expect((await readDevices(second))[0]?.id).toBe(devices[1]?.id)
    expect((await staff.send('GET', '/api/auth/devices')).status).toBe(401)
  })

  it('are signed out one by one: their tokens end, their open pages hear of it, and it is recorded', async () => {
    const [own, lost] = [await signIn(), await signIn()]
    const { code } = await staff.signedOut(lost)
    const id = (await readDevices(lost))[0]?.id ?? ''
    expect((await signOut(id, own)).status).toBe(204)
    expect(await code).toBe('SIGNED_OUT')
    expect(await readCode(lost)).toBe('SIGNED_OUT')
    expect((await readDevices(own)).map((device) => device.id)).not.toContain(id)
    expect(await signOut(id, own)).toMatchObject({ status: 404, body: { code: 'DEVICE_NOT_FOUND' } })
    const [event] = await app.sql`select data from events where type = 'DeviceSignedOut' order by position desc limit 1`
    expect(event?.['data']).toEqual({ deviceId: id })
  })

  it('cannot be signed out by others', async () => {
    const token = await signIn()
    const id = (await readDevices(token))[0]?.id ?? ''
    expect((await signOut(id, await signIn('td', 'first-td-password'))).status).toBe(404)
    expect(await readCode(token)).toBeUndefined()
  })

  it('sign out by themselves as well, and hear the same again where the answer was lost', async () => {
    const token = await signIn()
    const logout = () => staff.send('POST', '/api/auth/logout', { token, key: 'the-last-word' })
    expect((await logout()).status).toBe(204)
    expect(await readCode(token)).toBe('SIGNED_OUT')
    expect((await logout()).status).toBe(204)
    expect((await staff.send('POST', '/api/auth/logout', { token })).status).toBe(401)
  })

  it('are all signed out but this one by a new password', async () => {
    const [own, other] = [await signIn('admin', 'demo-admin'), await signIn('admin', 'demo-admin')]
    const body = { currentPassword: 'demo-admin', newPassword: 'cranberry relish' }
    const { token } = (await staff.send('POST', '/api/auth/change-password', { token: own, body })).body
    expect((await readDevices(String(token))).map((device) => device.this)).toEqual([true])
    expect(await readCode(other)).toBe('TOKEN_REVOKED')
  })

  it('are forgotten when a token cannot be used any more, also those of a user who was removed', async () => {
    await app.sql`update sessions set signed_in_at = now() - interval '8 days'`
    const token = await signIn()
    expect(await readDevices(token)).toHaveLength(1)
    const left = await app.sql`select 1 from sessions join users on users.id = user_id where username = 'helper'`
    expect(left).toHaveLength(1)
  })
})

describe('The name of a device', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    ['curl/8.5.0', 'A program'],
    ['', 'A program'],
  ])('of %s', (userAgent, name) => expect(deviceName(userAgent, '192.0.2.7')).toBe(`${name}, network 192.0.2.7`))
})
