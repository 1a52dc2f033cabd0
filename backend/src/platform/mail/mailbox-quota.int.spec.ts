import { type TestDatabase, testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Mail, Mailbox } from '../mail.ts'
import { mailboxQuotaTable, withMailboxQuota } from './mailbox-quota.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.sql.unsafe(mailboxQuotaTable.ddl)
})
afterAll(() => database.drop())

const sent: string[] = []
let now: Date
let isAway: boolean
beforeEach(async () => {
  await database.sql`delete from mail_rations`
  sent.length = 0
  now = new Date('2025-11-01T12:00:00Z')
  isAway = false
})

const mailer = () =>
  withMailboxQuota(
    {
      send: async ({ id }) => {
        if (isAway) throw new Error('no connection')
        sent.push(id)
        return 'sent'
      },
    },
    { sql: database.sql, secret: 'a secret', clock: { now: () => now } },
  )
const mail = (id: string, to = 'becky@example.org', mailbox: Mailbox = 'unconfirmed'): Mail => ({
  id,
  to,
  mailbox,
  subject: 'Hello',
  text: 'Hello',
})
const pass = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
}
const some = (count: number, prefix = 'mail') => Array.from({ length: count }, (_, index) => `${prefix}-${index}`)

describe('A mailbox that is not confirmed', () => {
  it('gets three mails a day, from however many backends at once', async () => {
    const backends = [mailer(), mailer(), mailer()]
    const answers = await Promise.all(some(30).map((id, index) => backends[index % 3]?.send(mail(id))))
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(3)
    expect(answers.filter((answer) => answer === 'withheld')).toHaveLength(27)
    expect(sent).toHaveLength(3)
  })

  it('is one mailbox in every spelling, and takes nothing from others', async () => {
    const { send } = mailer()
    for (const [index, to] of ['a@gmail.com', 'A@gmail.com', 'a+1@googlemail.com', 'a.@gmail.com'].entries())
      await send(mail(`mail-${index}`, to))
    await send(mail('other', 'b@gmail.com'))
    expect(sent).toEqual(['mail-0', 'mail-1', 'mail-2', 'other'])
  })

  it('gets the next mail 24 hours after the first one', async () => {
    const { send } = mailer()
    for (const id of some(3)) {
      await send(mail(id))
      pass(1)
    }
    pass(20)
    expect(await send(mail('too-early'))).toBe('withheld')
    pass(1)
    expect(await send(mail('fourth'))).toBe('sent')
    expect(await send(mail('fifth'))).toBe('withheld')
  })

  it('is not charged twice for a mail that is sent again after a crash', async () => {
    const { send } = mailer()
    for (const id of ['one', 'one', 'one', 'one', 'two', 'three']) expect(await send(mail(id))).toBe('sent')
    expect(await send(mail('four'))).toBe('withheld')
    expect(await send(mail('two'))).toBe('sent')
  })

  it('is charged nothing for a mail that could not be sent', async () => {
    const { send } = mailer()
    isAway = true
    for (const id of some(9, 'early')) await expect(send(mail(id))).rejects.toThrow('no connection')
    isAway = false
    for (const id of some(4, 'late')) await send(mail(id))
    expect(sent).toEqual(some(3, 'late'))
  })
})

describe('Other mailboxes', () => {
  it('get more once their owner has answered, and all that staff cause', async () => {
    const { send } = mailer()
    for (const id of some(70, 'confirmed')) await send(mail(id, 'becky@example.org', 'confirmed'))
    for (const id of some(70, 'staff')) await send(mail(id, 'becky@example.org', 'staff'))
    expect(sent.filter((id) => id.startsWith('confirmed'))).toHaveLength(60)
    expect(sent.filter((id) => id.startsWith('staff'))).toHaveLength(70)
    expect(await send(mail('unconfirmed'))).toBe('sent')
  })
})

it('keeps no address, and nothing about days long gone', async () => {
  const { send } = mailer()
  await send(mail('old', 'tom@example.org'))
  pass(25)
  await send(mail('new'))
  const rows = await database.sql<{ text: string }[]>`select mail_rations::text as text from mail_rations`
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toMatch(/example|tom|becky/)
})
