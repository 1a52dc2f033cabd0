import type { Automation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import { isSameAddress, teamIdOf } from '@ultimate/events/tournament/bid.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { readOwnBid } from '../read/own-bid.query.ts'
import type { ConfirmationLinks, OwnBidLinks } from '../secrets/bid-links.ts'
import { describeWeekend, dinnerLines, ownLinkLines, paymentLines, statusLines } from './captain-mail.ts'

/** The two kinds of links that mails to captains hold. */
export interface CaptainLinks {
  /** Links that confirm the address of a bid. */
  readonly confirming: ConfirmationLinks
  /** Private links to a bid. */
  readonly own: OwnBidLinks
}

/** Captains of demo data do not exist and get no mail. */
export function whenTeamRegisteredThenMailCaptain(
  { mailer, configuration, clock, current, facts }: Platform,
  links: CaptainLinks,
): Automation {
  return {
    name: 'when-team-registered-then-mail-captain',
    on: ['TeamRegistered'] satisfies TeamEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<TeamEvent>
      if (type !== 'TeamRegistered' || metadata.actor.kind === 'system' || data.captain.email === '') return
      const teamId = teamIdOf(metadata.stream)
      const address = data.captain.email
      const own = await readOwnBid(current, teamId)
      // The address was corrected meanwhile. The mail about the correction goes to the new one.
      if (own && !isSameAddress(own.bid.captainEmail, address)) return
      const to = { id: `team-registered-${teamId}`, to: address }
      const factsOfYear = await facts(metadata.edition)
      if (data.awaitsConfirmation) {
        const link = await links.confirming.linkFor({ teamId, address }, clock.now())
        await mailer.send(confirmationRequest(to, link, factsOfYear))
        return
      }
      if (!own) return
      const { siteUrl } = configuration
      const link = await links.own.linkFor({ teamId, address })
      const mail = receipt(to, { own, siteUrl, link, facts: factsOfYear })
      await mailer.send(data.enteredByStaff ? { ...mail, mailbox: 'staff' } : mail)
    },
  }
}

type Envelope = Pick<Mail, 'id' | 'to'>

// These mails repeat no field of the form, because the visitor who filled it in may not own the address.

/** Asks the owner of the address to confirm it. */
export function confirmationRequest(to: Envelope, link: string, facts: FactsOfYear): Mail {
  return {
    ...to,
    mailbox: 'unconfirmed',
    subject: `Please confirm your address for ${facts.name}`,
    button: 'Confirm my address',
    text: `Hello,

a team has just been registered for ${describeWeekend(facts)},
and this address was given as its captain's.

If that was you, please open this link within 48 hours. The bid counts from then on,
and keeps the spot that it has now:

${link}

If it was not you, there is nothing to do: no one is shown a bid that is not confirmed.

The tournament crew
`,
  }
}

export interface ReceiptFacts {
  readonly own: Pick<OwnBid, 'number' | 'status'>
  readonly siteUrl: string
  /** The private link. */
  readonly link: string
  readonly facts: FactsOfYear
}

/** Confirms a bid that counts already, and shows its status. */
export function receipt(to: Envelope, { own, siteUrl, link, facts }: ReceiptFacts): Mail {
  return {
    ...to,
    mailbox: 'unconfirmed',
    subject: `We have your bid for ${facts.name}`,
    button: 'Open my bid',
    text: `Hello,

a team has just been registered for ${describeWeekend(facts)},
and this address was given as its captain's. We are glad.

${statusLines(own, siteUrl, facts)}

${paymentLines(own, facts)}${ownLinkLines(link)}

${dinnerLines(facts)} There is turkey. Wasn't you? Let us know.

See you on the field,
the tournament crew
`,
  }
}
