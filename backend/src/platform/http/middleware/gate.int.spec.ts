import { afterEach, describe, expect, it } from 'vitest'
import { readError, startApi, type TestApi } from '../api.fixture.ts'

let api: TestApi
afterEach(() => api.close())

const enter = (password: string) => api.fetch('/api/gate', { json: { password } })
const cookieOf = (response: Response) => response.headers.getSetCookie()[0] ?? ''
const owners = (cookie: string) => api.fetch('/api/owners', { token: 'td', headers: { cookie } })

describe('The testing gate', () => {
  it('is off unless a password is set', async () => {
    api = await startApi()
    expect(await (await api.fetch('/api/gate')).json()).toEqual({ enabled: false, open: true })
    expect((await api.fetch('/api/owners', { token: 'td' })).status).toBe(200)
  })

  it('keeps every call closed but its own, for visitors and users', async () => {
    api = await startApi({ gatePassword: 'turkey' })
    expect(await (await api.fetch('/api/gate')).json()).toEqual({ enabled: true, open: false })
    for (const path of ['/api/owners', '/api/live', '/api/docs', '/api/openapi.json', '/api/nothing'])
      expect(await readError(await api.fetch(path, { token: 'td' }))).toEqual({ status: 401, code: 'GATE_CLOSED' })
    const built = await api.fetch('/api/shelves', { json: { name: 'a' } })
    expect(await readError(built)).toEqual({ status: 401, code: 'GATE_CLOSED' })
    expect(await api.countEvents()).toBe(0)
  })

  it('opens with the password, for as long as the browser runs', async () => {
    api = await startApi({ gatePassword: 'turkey' })
    const entered = await enter('turkey')
    expect(entered.status).toBe(204)
    const cookie = cookieOf(entered)
    expect(cookie).toMatch(/^gate=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await owners(cookie)).status).toBe(200)
    const state = await api.fetch('/api/gate', { headers: { cookie } })
    expect(await state.json()).toEqual({ enabled: true, open: true })
  })

  it('gives a cookie for https alone where the site is on https', async () => {
    api = await startApi({ gatePassword: 'turkey', siteUrl: 'https://ultimate.example' })
    expect(cookieOf(await enter('turkey'))).toContain('; Secure')
  })

  it('stays closed to a wrong password, and to its shorter and longer neighbours', async () => {
    api = await startApi({ gatePassword: 'turkey' })
    for (const wrong of ['', 'turke', 'turkeys', 'TURKEY', 'turkey '])
      expect(await readError(await enter(wrong))).toEqual({ status: 401, code: 'WRONG_GATE_PASSWORD' })
    expect(await (await enter('x')).json()).toMatchObject({ message: 'Incorrect password. Please try again.' })
  })

  it('closes again when the password or the secret changes', async () => {
    api = await startApi({ gatePassword: 'turkey' })
    const cookie = cookieOf(await enter('turkey'))
    await api.close()
    api = await startApi({ gatePassword: 'goose' })
    expect((await owners(cookie)).status).toBe(401)
    await api.close()
    api = await startApi({ gatePassword: 'turkey', authSecret: 'another secret' })
    expect((await owners(cookie)).status).toBe(401)
  })

  it('lets one address guess twenty times, then not even rightly', async () => {
    api = await startApi({ gatePassword: 'turkey' })
    for (let guess = 0; guess < 20; guess++) expect((await enter(`guess ${guess}`)).status).toBe(401)
    const throttled = await enter('turkey')
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readError(throttled)).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' })
  })

  it('counts guesses by the address that the nearest proxy saw', async () => {
    api = await startApi({ gatePassword: 'turkey', trustProxy: true })
    const from = (address: string, password: string) =>
      api.fetch('/api/gate', {
        json: { password },
        headers: { 'x-forwarded-for': `1.2.3.${password.length}, ${address}` },
      })
    for (let guess = 0; guess < 20; guess++) await from('10.0.0.1', 'x'.repeat(guess + 1))
    expect((await from('10.0.0.1', 'turkey')).status).toBe(429)
    expect((await from('10.0.0.2', 'turkey')).status).toBe(204)
  })
})
