import { createHmac } from 'node:crypto'
import { type GatheringAutomation, PermanentError, TransientError } from '@ultimate/event-store/automation.ts'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { edition } from '@ultimate/events/language/edition.ts'
import { announcementIdOf, isOver } from '@ultimate/events/staff/announcement.ts'
import { excerptOf } from '@ultimate/events/staff/audit-words.ts'
import type { AnnouncementEvent } from '@ultimate/events/staff/events.ts'
import type { Sql } from 'postgres'
import { mailboxOf } from '../../platform/mailbox.ts'
import type { Platform } from '../../platform/module.ts'
import { readAudience } from '../read/announcement-audience.ts'

/** The ids of mails that have left: one announcement is many mails, and a retry goes on after the last one. */
export const announcementMailsTable: OwnTable = {
  table: 'announcement_mails',
  rights: ['select', 'insert', 'delete'],
  backup: true,
  ddl: 'create table if not exists announcement_mails (id text primary key, at timestamptz not null);',
}

type Published = RecordedEvent<Extract<AnnouncementEvent, { type: 'AnnouncementPublished' }>>

/** By then no one is helped by it: a mail server was away for long, or the database is restored from a backup. */
const newsForMs = 6 * 60 * 60_000
/** In which the ids of mails are stored. */
const idsForMs = 10 * newsForMs

/**
 * One mail for each address, whichever of the groups it is in, once the wait has passed in which staff can take the
 * announcement back. The modules that know the people give their addresses.
 */
export function whenAnnouncementPublishedThenMail(platform: Platform): GatheringAutomation {
  const { clock, configuration, log, modules } = platform
  return {
    name: 'when-announcement-published-then-mail',
    on: ['AnnouncementPublished'] satisfies AnnouncementEvent['type'][],
    gather: {
      quietMs: configuration.mailQuietSeconds * 1000,
      keyOf: async (recorded) => {
        const { data, metadata } = recorded as Published
        const isOurs = metadata.edition === configuration.edition && metadata.actor.kind !== 'system'
        return data.mail.length > 0 && isOurs ? metadata.stream : null
      },
      handle: async ([recorded]) => {
        if (!recorded) return
        const { data, metadata } = recorded as Published
        const now = clock.now()
        if (isOver(data.until, now) || now.getTime() - metadata.at.getTime() > newsForMs) return
        const types = ['AnnouncementTakenBack'] satisfies AnnouncementEvent['type'][]
        // Also where it is back by now: who took it back was told that no mail is sent.
        if ((await log.read({ stream: metadata.stream, types, limit: 1 })).length > 0) return
        await mailAll(platform, recorded as Published, await readAudience(modules(), data.mail))
      },
    },
  }
}

/** An address that is refused keeps the mail from no other one. */
async function mailAll({ mailer, sql, clock, configuration }: Platform, published: Published, addresses: string[]) {
  const { data, metadata } = published
  const { subject, text } = textOf(data.text, configuration.siteUrl)
  const id = announcementIdOf(metadata.stream)
  const failures: unknown[] = []
  const sent = await readSent(sql, id)
  for (const to of addresses) {
    const mail = { id: `announcement-${id}-${digestOf(to, configuration.authSecret)}`, to, subject, text } as const
    if (sent.has(mail.id)) continue
    try {
      await mailer.send({ ...mail, mailbox: 'staff' })
    } catch (error) {
      if (!isOfThisMailbox(error)) throw error
      failures.push(error)
      continue
    }
    await sql`insert into announcement_mails (id, at) values (${mail.id}, ${clock.now()}) on conflict do nothing`
  }
  await sql`delete from announcement_mails where at < ${new Date(clock.now().getTime() - idsForMs)}`
  const failure = failures.find((error) => error instanceof TransientError) ?? failures[0]
  if (failure) throw failure
}

const isOfThisMailbox = (error: unknown): boolean =>
  error instanceof PermanentError || (error instanceof TransientError && error.scope === 'this')

async function readSent(sql: Sql, id: string): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select id from announcement_mails where starts_with(id, ${`announcement-${id}-`})`
  return new Set(rows.map((row) => row.id))
}

/** Names no one, and is the same for every spelling of a mailbox. */
const digestOf = (address: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`announcement ${mailboxOf(address)}`)
    .digest('hex')
    .slice(0, 16)

/** Indented, so that its lines stay as staff wrote them. */
function textOf(text: string, siteUrl: string): { subject: string; text: string } {
  const lines = text.split('\n').map((line) => (line.trim() === '' ? '' : `  ${line.trim()}`))
  return {
    subject: `${edition.name}: ${excerptOf(text.replaceAll(/\s+/g, ' '))}`,
    text: `Hi,

the tournament crew has an announcement for you:

${lines.join('\n')}

It also stands on every page of the site:
${new URL('/', siteUrl)}

You get this because you captain a team, or signed up for the dinner.

See you on the field,
the tournament crew
`,
  }
}
