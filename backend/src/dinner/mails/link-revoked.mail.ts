import type { Automation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { VolunteerEvent } from '@ultimate/events/dinner/events.ts'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { pickMailbox } from '../read/claims.view.ts'
import type { PrivateLinks } from '../secrets/private-link.ts'
import { describeDinner, nameDinner } from './mail-words.ts'

/** Mails the newest link, even if that one is of a later revocation. */
export function whenVolunteerLinkRevokedThenMailLink(
  { mailer, current, facts }: Platform,
  links: PrivateLinks,
): Automation {
  return {
    name: 'when-volunteer-link-revoked-then-mail-link',
    on: ['VolunteerLinkRevoked'] satisfies VolunteerEvent['type'][],
    handle: async (recorded) => {
      const { data, metadata } = recorded as RecordedEvent<VolunteerEvent>
      const { email } = data.person
      if (email === '' || metadata.edition !== current.edition) return
      const byStaff = metadata.actor.kind === 'staff'
      const to = {
        id: `volunteer-link-${metadata.stream}-${metadata.version}`,
        to: email,
        mailbox: byStaff ? 'staff' : await pickMailbox(current, email),
      } as const
      const link = await links.linkFor(email)
      await mailer.send(writeNewLinkMail(to, { byStaff, link, facts: await facts(metadata.edition) }))
    },
  }
}

/** Repeats nothing that a visitor typed, because a stranger may have typed the address. */
export function writeNewLinkMail(
  to: Pick<Mail, 'id' | 'to' | 'mailbox'>,
  { byStaff, link, facts }: { readonly byStaff: boolean; readonly link: string; readonly facts: FactsOfYear },
): Mail {
  return {
    ...to,
    subject: `A new link to your sign-ups for the ${nameDinner(facts)}`,
    button: 'Show my sign-ups',
    text: `Hello,

${byStaff ? 'the tournament crew' : 'you (or someone using this address)'} replaced the private link to your sign-ups for the dinner
of ${facts.name} (${describeDinner(facts)}). The links we emailed you before no longer work, and devices that had opened one have lost what it gave
them. The sign-ups themselves are as they were.

Here is the new one. Anyone who has it can see and remove your sign-ups, so please keep it to
yourself. The link works until the tournament is over:

${link}

Questions? Our address is at the bottom of every page.

The tournament crew
`,
  }
}
