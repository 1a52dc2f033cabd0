import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMailer } from '../../../platform/mail/mailer.ts'
import { temporaryPassword } from '../../secrets/temporary-password.ts'
import { secret, settled, staffHouse } from '../../test-staff.ts'
import { whenUserAddedThenMailPassword } from './automation.ts'

let house: Awaited<ReturnType<typeof staffHouse>>
let server: SMTPServer
let received: string[]
let isBusy: boolean

beforeEach(async () => {
  house = await staffHouse()
  received = []
  isBusy = false
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      isBusy ? done(Object.assign(new Error('try again'), { responseCode: 451 })) : done(),
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
})
afterEach(async () => {
  await new Promise<void>((resolve) => server.close(resolve))
  await house.close()
})

/** The automation with a mailer of this server, and the fact that it is about. */
async function invited(verified: boolean) {
  await house.add({ password: 'whatever', verified })
  await settled(house.sql)
  const [event] = await house.platform.log.read({ types: ['UserAdded'] })
  if (!event) throw new Error('nobody was added')
  const { port } = server.server.address() as AddressInfo
  const { configuration } = house.platform
  const mailer = createMailer({ ...configuration, smtpUrl: `smtp://127.0.0.1:${port}` }, () => {})
  return { event, handle: () => whenUserAddedThenMailPassword({ ...house.platform, mailer }).handle(event) }
}

describe('the mail with the temporary password', () => {
  it('arrives over SMTP, with the password that opens the account', async () => {
    const { event, handle } = await invited(false)
    await handle()
    const password = temporaryPassword(secret, event.metadata.stream.slice('user-'.length))
    expect(received).toHaveLength(1)
    expect(received[0]).toMatch(/^To: becky@example\.org\r$/m)
    expect(received[0]).toContain(`Password   ${password}`)
  })

  it('is tried again where the mailbox was busy, with the same password under the same name', async () => {
    const { handle } = await invited(false)
    isBusy = true
    await expect(handle()).rejects.toThrow('451')
    isBusy = false
    await handle()
    await handle()
    const [first, second] = received.map((mail) => mail.replace(/^(Date|Received): .*$/gm, ''))
    expect(first).toBe(second)
  })

  it('goes to nobody who was told the password in another way', async () => {
    const { handle } = await invited(true)
    await handle()
    expect(received).toEqual([])
  })
})
