import { staffApi } from '@ultimate/events/staff/api.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mailServer, smtpError } from '../../platform/mail/test-mail-server.ts'
import { testApp } from '../../test/test-app.ts'
import { people } from '../test/test-people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let server: Awaited<ReturnType<typeof mailServer>>
let isAway: boolean
let isRefused: boolean
let connections: number
let staff: ReturnType<typeof people>
let token: string

beforeEach(async () => {
  ;[isAway, isRefused, connections] = [true, false, 0]
  server = await mailServer({
    onConnect: (_session, done) => {
      connections++
      done(isAway ? smtpError(421) : null)
    },
    onRcptTo: (_address, _session, done) => (isRefused ? done(smtpError(550)) : done()),
  })
  app = await testApp({ smtpUrl: server.url })
  staff = people(app)
  token = await staff.readToken('td', 'first-td-password')
})
afterEach(async () => {
  await app.close()
  await server.close()
})

/** Reads the state of the mail to a user, as the TD sees it. */
const readMail = async (username: string) => {
  const { users } = staffApi.listUsers.answers[200].parse((await staff.send('GET', '/api/auth/users', { token })).body)
  return users.find((user) => user.username === username)?.mail
}

it('a mail that is refused for good is shown to the TD, and not tried again', async () => {
  ;[isAway, isRefused] = [false, true]
  const body = { username: 'huck', email: 'hukc@example.org', role: 'helper' }
  expect((await staff.send('POST', '/api/auth/create-temp-login', { token, body })).status).toBe(201)
  await vi.waitFor(async () => expect(await readMail('huck')).toBe('failed'), { timeout: 50_000, interval: 20 })
  expect(await readMail('td')).toBeNull()
  expect(connections).toBe(1)
})

it('a password whose mail server is away for long arrives when it is back, once', async () => {
  const body = { username: 'becky', email: 'becky@example.org', role: 'helper' }
  expect((await staff.send('POST', '/api/auth/create-temp-login', { token, body })).status).toBe(201)
  // More often than an event may fail that is to blame itself.
  await vi.waitFor(() => expect(connections).toBeGreaterThan(8), { timeout: 50_000, interval: 20 })
  await vi.waitFor(async () => expect(await readMail('becky')).toBe('waiting'), { timeout: 50_000, interval: 100 })
  isAway = false
  await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 50_000, interval: 20 })
  expect(await app.sql`select 1 from dead_letters`).toHaveLength(0)
  await vi.waitFor(async () => expect(await readMail('becky')).toBeNull(), { timeout: 50_000, interval: 20 })
  const password = /^Password {3}(\S+)/m.exec(server.received[0]?.content.replace(/^ +/gm, '') ?? '')?.[1] ?? ''
  expect((await staff.login('becky', password)).status).toBe(200)
})
