import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMailer } from '../../platform/mail/mailer.ts'
import { mailServer, smtpError } from '../../platform/mail/test-mail-server.ts'
import { temporaryPassword } from '../secrets/passwords.ts'
import { secret, staffTestApp } from '../test/test-staff.ts'
import { whenUserAddedThenMailPassword } from './user-added.mail.ts'

let app: Awaited<ReturnType<typeof staffTestApp>>
let server: Awaited<ReturnType<typeof mailServer>>
let isBusy: boolean

beforeEach(async () => {
  isBusy = false
  app = await staffTestApp()
  server = await mailServer({ onRcptTo: (_address, _session, done) => (isBusy ? done(smtpError(451)) : done()) })
})
afterEach(async () => {
  await server.close()
  await app.close()
})

/** The automation with a mailer of this server, and the fact that it is about. */
async function invited(verified: boolean) {
  await app.add({ password: 'gravy boat', verified })
  await settled(app.sql)
  const [event] = await app.platform.log.read({ types: ['UserAdded'] })
  if (!event) throw new Error('no user was added')
  const { configuration } = app.platform
  const mailer = createMailer({ ...configuration, smtpUrl: server.url }, app.platform.facts)
  return { event, handle: () => whenUserAddedThenMailPassword({ ...app.platform, mailer }).handle(event) }
}

describe('the mail with the temporary password', () => {
  it('arrives over SMTP, with the password that opens the account', async () => {
    const { event, handle } = await invited(false)
    await handle()
    const password = temporaryPassword(secret, event.metadata.stream.slice('user-'.length))
    expect(server.received).toHaveLength(1)
    expect(server.received[0]?.content).toMatch(/^To: becky@example\.org\r$/m)
    expect(server.received[0]?.content).toContain(`Password   ${password}`)
  })

  it('is tried again where the mailbox was busy, with the same password under the same name', async () => {
    const { handle } = await invited(false)
    isBusy = true
    await expect(handle()).rejects.toThrow('451')
    isBusy = false
    await handle()
    await handle()
    const [first, second] = server.received.map(({ content }) => content.replace(/^(Date|Received): .*$/gm, ''))
    expect(first).toBe(second)
  })

  it('is not sent to users who have their password from elsewhere', async () => {
    const { handle } = await invited(true)
    await handle()
    expect(server.received).toEqual([])
  })
})
