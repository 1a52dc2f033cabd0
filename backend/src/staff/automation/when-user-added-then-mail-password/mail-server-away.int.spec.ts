import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mailServer, smtpError } from '../../../platform/mail/test-mail-server.ts'
import { testHouse } from '../../../test-house.ts'
import { people } from '../../test-people.ts'

let house: Awaited<ReturnType<typeof testHouse>>
let server: Awaited<ReturnType<typeof mailServer>>
let isAway: boolean
let knocks: number

beforeEach(async () => {
  ;[isAway, knocks] = [true, 0]
  server = await mailServer({
    onConnect: (_session, done) => {
      knocks++
      done(isAway ? smtpError(421) : null)
    },
  })
  house = await testHouse({ smtpUrl: server.url })
})
afterEach(async () => {
  await house.close()
  await server.close()
})

it('a password whose mail server is away for long arrives when it is back, once', async () => {
  const staff = people(house)
  const token = await staff.tokenOf('td', 'first-td-password')
  const body = { username: 'becky', email: 'becky@example.org', role: 'helper' }
  expect((await staff.send('POST', '/api/auth/create-temp-login', { token, body })).status).toBe(201)
  // More often than an event may fail that is to blame itself.
  await vi.waitFor(() => expect(knocks).toBeGreaterThan(8), { timeout: 50_000, interval: 20 })
  isAway = false
  await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 50_000, interval: 20 })
  expect(await house.sql`select 1 from dead_letters`).toHaveLength(0)
  const password = /^Password {3}(\S+)/m.exec(server.received[0]?.content.replace(/^ +/gm, '') ?? '')?.[1] ?? ''
  expect((await staff.login('becky', password)).status).toBe(200)
}, 120_000)
