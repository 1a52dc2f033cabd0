import type { VisitorEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/signup.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import { isClaimed } from '../../read/claims/query.ts'
import { readSignupsOf } from '../../read/signups/query.ts'
import type { PrivateLinks } from '../../secrets/private-link.ts'
import { reminder } from './reminder.ts'

/** Only an address with sign-ups is written to, and as it was spelt there. */
export function whenLinkRequestedThenMailLink({ mailer, sql }: Platform, links: PrivateLinks): Automation {
  return {
    name: 'when-link-requested-then-mail-link',
    on: ['SignupLinkRequested'] satisfies VisitorEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<VisitorEvent>
      if (type !== 'SignupLinkRequested' || data.contact.email === '') return
      const signups = await readSignupsOf(sql, emailKey(data.contact.email))
      const latest = signups.at(-1)
      if (!latest) return
      const to = {
        id: `signup-link-${metadata.stream}-${metadata.version}`,
        to: latest.email,
        mailbox: (await isClaimed(sql, latest.email)) ? 'confirmed' : 'unconfirmed',
      } as const
      await mailer.send(reminder(to, { signups, link: await links.linkFor(latest.email) }))
    },
  }
}
