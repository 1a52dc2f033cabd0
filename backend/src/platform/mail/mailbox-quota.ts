import { createHmac } from 'node:crypto'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'
import type { Clock } from '../clock.ts'
import type { Mail, Mailer } from '../mail.ts'
import { toMailbox } from '../mailbox.ts'

/** Mails that one mailbox gets within 24 hours. The visitor who typed an address into a form may not own it. */
const maxPerDay = { unconfirmed: 3, confirmed: 60 } as const
const day = 24 * 60 * 60 * 1000

/** `sent` has the moment of each mail in milliseconds, by the mail's id. */
export const mailboxQuotaTable: OwnTable = {
  table: 'mail_rations',
  rights: ['select', 'insert', 'update', 'delete'],
  backup: false,
  ddl: `
create table if not exists mail_rations (
  mailbox text primary key,
  sent jsonb not null,
  until timestamptz not null
)`,
}

interface MailboxQuotaParts {
  readonly sql: Sql
  readonly secret: string
  readonly clock: Clock
}

/**
 * Sends no more than a mailbox's share, counted over all backends. Files in the outbox are counted like mails. The
 * table holds digests, no addresses.
 */
export function withMailboxQuota(mailer: Mailer, { sql, secret, clock }: MailboxQuotaParts): Mailer {
  const computeKey = ({ to, mailbox }: Mail) =>
    createHmac('sha256', secret)
      .update(`${mailbox} ${toMailbox(to)}`)
      .digest('base64url')

  /**
   * Takes one mail of the share, in one statement, so that two backends cannot both take the last mail. A retry counts
   * once.
   */
  async function take(key: string, id: string, share: number): Promise<boolean> {
    const now = clock.now().getTime()
    const since = now - day
    const until = new Date(now + day)
    const changed = await sql`
      insert into mail_rations as known (mailbox, sent, until)
      values (${key}, jsonb_build_object(${id}::text, ${now}::float8), ${until})
      on conflict (mailbox) do update set
        until = excluded.until,
        sent = excluded.sent || (
          select coalesce(jsonb_object_agg(mail, at), '{}')
          from jsonb_each(known.sent) as of_day(mail, at) where at::float8 > ${since}::float8
        )
      where (known.sent ->> ${id}::text)::float8 > ${since}::float8
        or (select count(*) from jsonb_each(known.sent) as of_day(mail, at) where at::float8 > ${since}::float8) < ${share}
      returning 1`
    await forgetOld(sql, new Date(now))
    return changed.length > 0
  }

  return {
    async send(mail) {
      if (mail.mailbox === 'staff') return mailer.send(mail)
      const key = computeKey(mail)
      if (!(await take(key, mail.id, maxPerDay[mail.mailbox]))) return 'withheld'
      try {
        return await mailer.send(mail)
      } catch (error) {
        // The mail was not sent, so it does not count. It is tried again later, perhaps on another day.
        await sql`update mail_rations set sent = sent - ${mail.id}::text where mailbox = ${key}`
        throw error
      }
    },
  }
}

/** Deletes expired rows, except rows that another backend is writing. */
async function forgetOld(sql: Sql, now: Date): Promise<void> {
  await sql`
    delete from mail_rations where mailbox in (
      select mailbox from mail_rations where until < ${now} limit 20 for update skip locked
    )`
}
