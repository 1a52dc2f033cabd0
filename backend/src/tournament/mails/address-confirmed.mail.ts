import type { Automation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { teamIdOf } from '@ultimate/events/tournament/bid.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { divisionLabels } from '@ultimate/events/tournament/team.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { readOwnBid } from '../read/own-bid.query.ts'
import type { OwnBidLinks } from '../secrets/bid-links.ts'
import { dinnerLines, ownLinkLines, paymentLines, statusLines } from './captain-mail.ts'
import type { ReceiptFacts } from './team-registered.mail.ts'

/** Mails only if the link proved whose address it is: staff who confirm by hand may not have checked the address. */
export function whenAddressConfirmedThenMailCaptain(
  { mailer, configuration, current, facts }: Platform,
  links: OwnBidLinks,
): Automation {
  return {
    name: 'when-address-confirmed-then-mail-captain',
    on: ['AddressConfirmed'] satisfies TeamEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<TeamEvent>
      if (type !== 'AddressConfirmed' || data.by !== 'link') return
      const own = await readOwnBid(current, teamIdOf(metadata.stream))
      if (!own || own.bid.captainEmail === '') return
      const link = await links.linkFor({ teamId: own.id, address: own.bid.captainEmail })
      const factsOfYear = await facts(metadata.edition)
      await mailer.send(confirmation({ own, link, siteUrl: configuration.siteUrl, facts: factsOfYear }))
    },
  }
}

/** Writes the mail that shows a captain what is registered. */
export function confirmation({
  own,
  siteUrl,
  link,
  facts,
}: Omit<ReceiptFacts, 'own'> & { readonly own: Omit<OwnBid, 'paid' | 'out'> }): Mail {
  const { id, bid, division } = own
  const { captainName, captainEmail, teamName, location } = bid
  return {
    id: `address-confirmed-${id}`,
    to: captainEmail,
    mailbox: 'confirmed',
    subject: `Your bid counts: ${teamName}`,
    button: 'Open my bid',
    text: `Hi ${captainName},

your address is confirmed, so your bid counts, and we are glad. Here is what we wrote down:

  Team      ${teamName}
  Division  ${divisionLabels[division]}
  From      ${location}

${statusLines(own, siteUrl, facts)}

${paymentLines(own, facts)}${ownLinkLines(link)}

${dinnerLines(facts)} There is turkey.

See you on the field,
the tournament crew
`,
  }
}
