import type { Automation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { VisitorEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { pickMailbox } from '../read/claims.view.ts'
import { readSignupsOf } from '../read/signups.view.ts'
import type { PrivateLinks } from '../secrets/private-link.ts'
import { describeDinner, maxSlots, nameDinner, nameSlot } from './mail-words.ts'

/** Mails only addresses that have sign-ups, in the spelling of the sign-up. */
export function whenLinkRequestedThenMailLink({ mailer, current, facts }: Platform, links: PrivateLinks): Automation {
  return {
    name: 'when-link-requested-then-mail-link',
    on: ['SignupLinkRequested'] satisfies VisitorEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<VisitorEvent>
      if (type !== 'SignupLinkRequested' || data.contact.email === '') return
      const signups = await readSignupsOf(current, emailKey(data.contact.email))
      const latest = signups.at(-1)
      if (!latest) return
      const to = {
        id: `signup-link-${metadata.stream}-${metadata.version}`,
        to: latest.email,
        mailbox: await pickMailbox(current, latest.email),
      } as const
      const link = await links.linkFor(latest.email)
      await mailer.send(writeLinkMail(to, { signups, link, facts: await facts(metadata.edition) }))
    },
  }
}

/** Writes the mail with the private link, and the sign-ups that it opens. Repeats nothing that a visitor typed. */
export function writeLinkMail(
  to: Pick<Mail, 'id' | 'to' | 'mailbox'>,
  {
    signups,
    link,
    facts,
  }: { readonly signups: readonly OwnSignup[]; readonly link: string; readonly facts: FactsOfYear },
): Mail {
  const lines = signups.slice(-maxSlots).map((signup) => `  - ${nameSlot(signup)}`)
  const moreCount = signups.length - lines.length
  return {
    ...to,
    subject: `Your sign-ups for the ${nameDinner(facts)}`,
    button: 'Show my sign-ups',
    text: `Hello,

you (or someone using this address) asked for the link to your sign-ups for the dinner of
${facts.name} (${describeDinner(facts)}):

${[...lines, ...(moreCount > 0 ? [`  - and ${moreCount} more`] : [])].join('\n')}

Open it on the device where you want to see or remove them. Anyone who has it can do so,
so please keep it to yourself. The link works until the tournament is over:

${link}

If it was not you, there is nothing to do.

The tournament crew
`,
  }
}
