import { createHmac } from 'node:crypto'
import { type GatheringAutomation, PermanentError, TransientError } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { edition } from '@ultimate/events/language/edition.ts'
import { announcementIdOf, isOver } from '@ultimate/events/staff/announcement.ts'
import { excerptOf } from '@ultimate/events/staff/audit-words.ts'
import type { AnnouncementEvent } from '@ultimate/events/staff/events.ts'
import { mailboxOf } from '../../platform/mailbox.ts'
import type { Platform } from '../../platform/module.ts'
import { readAudience } from '../read/announcement-audience.ts'
import { dropSentBefore, noteSent, readSent } from './announcement-mails.query.ts'

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
  const failures: unknown[] = []
  const prefix = `announcement-${announcementIdOf(metadata.stream)}-`
  const sent = await readSent(sql, prefix)
  for (const to of addresses) {
    const mail = { id: `${prefix}${digestOf(to, configuration.authSecret)}`, to, subject, text } as const
    if (sent.has(mail.id)) continue
    try {
      await mailer.send({ ...mail, mailbox: 'staff' })
    } catch (error) {
      if (!isOfThisMailbox(error)) throw error
      failures.push(error)
      continue
    }
    await noteSent(sql, mail.id, clock.now())
  }
  await dropSentBefore(sql, new Date(clock.now().getTime() - idsForMs))
  const failure = failures.find((error) => error instanceof TransientError) ?? failures[0]
  if (failure) throw failure
}

const isOfThisMailbox = (error: unknown): boolean =>
  error instanceof PermanentError || (error instanceof TransientError && error.scope === 'this')

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
    subject: `${edition.name}: ${excerptOf(text)}`,
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
