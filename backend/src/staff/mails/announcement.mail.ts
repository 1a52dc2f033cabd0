import type { GatheringAutomation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { announcementIdOf, isOver } from '@ultimate/events/staff/announcement.ts'
import { toExcerpt } from '@ultimate/events/staff/audit-words.ts'
import type { AnnouncementEvent } from '@ultimate/events/staff/events.ts'
import type { Platform } from '../../platform/module.ts'
import { findPeople, groupsOfAnnouncement, readAudience } from '../read/audience.ts'
import { dropMailsBefore, planMails } from './group-mails.query.ts'
import { computeDigest, indented, sendMails } from './group-mails.ts'

type Published = RecordedEvent<Extract<AnnouncementEvent, { type: 'AnnouncementPublished' }>>

/** A later mail helps no one, such as after a mail server was away for long or a backup was restored. */
const newsForMs = 6 * 60 * 60_000
/** The time for which the ids of mails are stored. */
const idsForMs = 10 * newsForMs

/**
 * Sends one mail to each address of the groups, after the wait in which staff can take the announcement back. The
 * modules that know the people give their addresses.
 */
export function whenAnnouncementPublishedThenMail(platform: Platform): GatheringAutomation {
  const { clock, configuration, log } = platform
  return {
    name: 'when-announcement-published-then-mail',
    on: ['AnnouncementPublished'] satisfies AnnouncementEvent['type'][],
    gather: {
      quietMs: configuration.mailQuietSeconds * 1000,
      keyOf: async (recorded) => {
        const { data, metadata } = recorded as Published
        const isMailable = metadata.edition === platform.current.edition && metadata.actor.kind !== 'system'
        return data.mail.length > 0 && isMailable ? metadata.stream : null
      },
      handle: async ([recorded]) => {
        if (!recorded) return
        const { data, metadata } = recorded as Published
        const now = clock.now()
        if (isOver(data.until, now) || now.getTime() - metadata.at.getTime() > newsForMs) return
        const types = ['AnnouncementTakenBack'] satisfies AnnouncementEvent['type'][]
        // The user who took it back was shown that no mail is sent. This holds even if it is published again by now.
        if ((await log.read({ stream: metadata.stream, types, limit: 1 })).length > 0) return
        await mailAll(platform, recorded as Published)
      },
    },
  }
}

/** Mails the announcement to those who are in the groups at this attempt. */
async function mailAll(platform: Platform, published: Published) {
  const { sql, clock, configuration, modules, facts } = platform
  const { data, metadata } = published
  const { name } = await facts(metadata.edition)
  const mail = writeMail(data.text, name, configuration.siteUrl)
  const people = findPeople(await readAudience(modules()), groupsOfAnnouncement(data.mail))
  const recipients = new Map(people.map((one) => [computeDigest(one.address, configuration.authSecret), one]))
  const prefix = `announcement-${announcementIdOf(metadata.stream)}-`
  const planned = [...recipients].map(([digest, { of }]) => ({ id: `${prefix}${digest}`, recipient: of }))
  await planMails(sql, planned, clock.now())
  await sendMails(platform, { prefix, recipients, compose: () => mail, failures: 'throw' })
  await dropMailsBefore(sql, new Date(clock.now().getTime() - idsForMs))
}

function writeMail(text: string, name: string, siteUrl: string): { subject: string; text: string } {
  return {
    subject: `${name}: ${toExcerpt(text)}`,
    text: `Hi,

the tournament crew has an announcement for you:

${indented(text)}

It is also on every page of the site:
${new URL('/', siteUrl)}

You get this because you captain a team, or signed up for the dinner.

See you on the field,
the tournament crew
`,
  }
}
