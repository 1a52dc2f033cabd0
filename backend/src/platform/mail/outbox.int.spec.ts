import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Mail } from '../mail.ts'
import { createMailer } from './mailer.ts'
import { locateMailFile } from './outbox.ts'

const mail: Mail = {
  id: 'mail-0199f1d0',
  to: 'becky@example.org',
  mailbox: 'unconfirmed',
  subject: 'Your bid for the Huck Finns',
  text: 'Hello Becky,\n\nthe Huck Finns are in.\n',
}

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ultimate-outbox-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const mailer = (folder = dataDir) =>
  createMailer({ smtpUrl: null, siteUrl: 'http://localhost:3000', dataDir: folder }, async () => factsOf2025)
const outbox = () => join(dataDir, 'outbox')

describe('the outbox', () => {
  it('holds each message as a file that mail programs open', async () => {
    await mailer().send(mail)
    const content = await readFile(join(outbox(), 'mail-0199f1d0.eml'), 'utf8')
    expect(content).toMatch(/^To: becky@example\.org\r$/m)
    expect(content).toMatch(/^Subject: Your bid for the Huck Finns\r$/m)
    expect(content).toMatch(/^Message-ID: <mail-0199f1d0@localhost>\r$/m)
    expect(content).toContain('\r\n\r\nHello Becky,\r\n\r\nthe Huck Finns are in.\r\n')
  })

  it('cannot be read by other users', async () => {
    await mailer().send(mail)
    const { mode } = await stat(join(outbox(), 'mail-0199f1d0.eml'))
    expect(mode & 0o077).toBe(0)
  })

  it('says where a message lies, by any id, and nothing of one that is sent', async () => {
    for (const id of [mail.id, '../../etc/passwd']) {
      await mailer().send({ ...mail, id })
      expect((await stat(locateMailFile({ smtpUrl: null, dataDir }, id) ?? '')).isFile()).toBe(true)
      expect(locateMailFile({ smtpUrl: 'smtp://mail.example', dataDir }, id)).toBeNull()
    }
  })

  it('holds a message once, however often it is sent', async () => {
    await Promise.all([mailer().send(mail), mailer().send(mail)])
    await mailer().send({ ...mail, text: 'something else' })
    expect(await readdir(outbox())).toEqual(['mail-0199f1d0.eml'])
    expect(await readFile(join(outbox(), 'mail-0199f1d0.eml'), 'utf8')).not.toContain('something else')
  })

  it.each(['../../etc/passwd', '/tmp/x', 'a/b', '.hidden', 'team 1', 'ü', 'x'.repeat(300), ''])(
    'keeps the id "%s" inside its folder',
    async (id) => {
      await mailer().send({ ...mail, id })
      expect(await readdir(dataDir)).toEqual(['outbox'])
      expect(await readdir(outbox())).toEqual([expect.stringMatching(/^[\da-f]{40}\.eml$/)])
    },
  )

  it('leaves nothing half-written behind, and says so, where it cannot write', async () => {
    await writeFile(join(dataDir, 'file'), '')
    await expect(mailer(join(dataDir, 'file')).send(mail)).rejects.toThrow()
    expect(await readdir(dataDir)).toEqual(['file'])
  })

  it('never lets a header grow another one', async () => {
    await expect(mailer().send({ ...mail, subject: 'Bid\r\nBcc: x@example.org' })).rejects.toThrow('control characters')
  })
})
