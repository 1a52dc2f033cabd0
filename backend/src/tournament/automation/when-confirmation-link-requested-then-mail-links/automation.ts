import { edition } from '@ultimate/events/language/edition.ts'
import { momentInHuntsville } from '@ultimate/events/language/moment.ts'
import type { CaptainEvent } from '@ultimate/events/tournament/events.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Mail } from '../../../platform/mail.ts'
import type { Automation } from '../../../platform/module.ts'
import { readWaitingBids } from '../../read/teams/query.ts'
import type { ConfirmationLinks } from '../../secrets/confirmation-link.ts'

/** Only an address with bids that wait is written to, and as it was spelt there. */
export function whenConfirmationLinkRequestedThenMailLinks(
  { mailer, current, clock }: EditionPlatform,
  links: ConfirmationLinks,
): Automation {
  return {
    name: 'when-confirmation-link-requested-then-mail-links',
    on: ['ConfirmationLinkRequested'] satisfies CaptainEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<CaptainEvent>
      if (type !== 'ConfirmationLinkRequested' || data.contact.email === '') return
      const waiting = await readWaitingBids(current, data.contact.email)
      const [newest] = waiting
      if (!newest) return
      const now = clock.now()
      const bids = await Promise.all(
        waiting.map(async ({ id, created_at }) => ({ link: await links.linkFor(id, now), registeredAt: created_at })),
      )
      const id = `confirmation-links-${metadata.stream}-${metadata.version}`
      await mailer.send(reminder({ id, to: newest.captain_email }, bids))
    },
  }
}

/** A link for each bid that waits, distinguished by when it came in: the fields of the form may be made up. */
export function reminder(
  to: Pick<Mail, 'id' | 'to'>,
  bids: readonly { readonly link: string; readonly registeredAt: Date }[],
): Mail {
  const list = bids.map(({ link, registeredAt }) => `Registered ${momentInHuntsville(registeredAt)}:\n${link}`)
  return {
    ...to,
    mailbox: 'unconfirmed',
    subject: `Please confirm your address for ${edition.name}`,
    text: `Hello,

somebody, most likely you, asked for this mail. These bids for ${edition.name}
(${edition.dates}, ${edition.place})
wait for this address to be confirmed. Each counts once you open its link, within 48 hours:

${list.join('\n\n')}

If it was not you, there is nothing to do: nobody is shown a bid that is not confirmed.

The tournament crew
`,
  }
}
