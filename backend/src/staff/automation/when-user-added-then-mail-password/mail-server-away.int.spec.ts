import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testHouse } from '../../../test-house.ts'
import { people } from '../../test-people.ts'

let house: Awaited<ReturnType<typeof testHouse>>
let server: SMTPServer
let isAway: boolean
let knocks: number
let received: string[]

beforeEach(async () => {
  ;[isAway, knocks, received] = [true, 0, []]
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      knocks++
      done(isAway ? Object.assign(new Error('closing'), { responseCode: 421 }) : null)
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  house = await testHouse({ smtpUrl: `smtp://127.0.0.1:${port}` })
})
afterEach(async () => {
  await house.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

it('a password whose mail server is away for long arrives when it is back, once', async () => {
  const staff = people(house)
  const token = await staff.tokenOf('td', 'first-td-password')
  const body = { username: 'becky', email: 'becky@example.org', role: 'helper' }
  expect((await staff.send('POST', '/api/auth/create-temp-login', { token, body })).status).toBe(201)
  // More often than an event may fail that is to blame itself.
  await vi.waitFor(() => expect(knocks).toBeGreaterThan(8), { timeout: 50_000, interval: 20 })
  isAway = false
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 50_000, interval: 20 })
  expect(await house.sql`select 1 from dead_letters`).toHaveLength(0)
  const password = /^Password {3}(\S+)/m.exec(received[0]?.replace(/^ +/gm, '') ?? '')?.[1] ?? ''
  expect((await staff.login('becky', password)).status).toBe(200)
}, 120_000)
