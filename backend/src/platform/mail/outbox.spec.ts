import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetMails, outboxMailer } from './outbox.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ultimate-outbox-'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (id: string, to: string, subject: string, text: string) =>
  outboxMailer({ folder, siteUrl: 'http://localhost', sender: async () => factsOf2025 }).send({
    id,
    to,
    mailbox: 'staff',
    subject,
    text,
  })
const left = async () => (await readdir(folder)).toSorted()

describe('mails of a forgotten person', () => {
  it('go, whether they were sent to them or tell of them, however they are encoded', async () => {
    await write('to-them', 'Zoe@Example.org', 'Welcome', 'Hello')
    await write(
      'long-line',
      'td@example.org',
      'A bid',
      `${'A bid came in. '.repeat(12)}It is by Zoë Quendel-Łukaszewicz.`,
    )
    await write('in-subject', 'td@example.org', 'Zoë Quendel-Łukaszewicz has registered', 'See the list of teams.')
    await write('of-another', 'becky@example.org', 'Welcome', 'Hello, Becky')
    expect(await forgetMails(folder, ['zoe@example.org', 'Zoë Quendel-Łukaszewicz'])).toBe(3)
    expect(await left()).toEqual(['of-another.eml'])
  })

  it('are none where nothing is known of them, or no folder', async () => {
    await write('of-another', 'becky@example.org', 'Welcome', 'Hello, Becky')
    expect(await forgetMails(folder, [])).toBe(0)
    expect(await forgetMails(null, ['becky'])).toBe(0)
    expect(await forgetMails(join(folder, 'missing'), ['becky'])).toBe(0)
    expect(await left()).toHaveLength(1)
  })
})
