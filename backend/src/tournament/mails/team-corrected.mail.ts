import type { Automation } from '@ultimate/event-store/automation.ts'
import type { EventMetadata, RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import { isSameAddress, teamIdOf } from '@ultimate/events/tournament/bid.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { type Mail, unlessRefused } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { readOwnBid } from '../read/own-bid.query.ts'
import { describeWeekend, ownLinkLines, paymentLines, statusLines } from './captain-mail.ts'
import { type CaptainLinks, confirmationRequest, type ReceiptFacts } from './team-registered.mail.ts'

/**
 * Mails a changed address the link that the bid needs next: one that confirms the address, or a private link of its
 * own. In the second case, the old address gets a notice.
 */
export function whenTeamCorrectedThenMailCaptain(
  { mailer, log, current, clock, configuration, facts }: Platform,
  links: CaptainLinks,
): Automation {
  const writeConfirmation = async (to: Envelope, teamId: string, factsOfYear: FactsOfYear): Promise<Mail> => {
    const link = await links.confirming.linkFor({ teamId, address: to.to }, clock.now())
    return { ...confirmationRequest(to, link, factsOfYear), ...to }
  }
  const writeToNewAddress = async (to: Envelope, own: OwnBid, { byStaff, factsOfYear }: Handover): Promise<Mail> => {
    const link = await links.own.linkFor({ teamId: own.id, address: to.to })
    return newAddress(to, { own, siteUrl: configuration.siteUrl, link, byStaff, facts: factsOfYear })
  }
  return {
    name: 'when-team-corrected-then-mail-captain',
    on: ['TeamCorrected'] satisfies TeamEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<TeamEvent>
      if (type !== 'TeamCorrected') return
      const { stream, version, actor } = metadata
      const addressBefore = await readAddressBefore(log, metadata)
      const address = data.captain.email
      const own = await readOwnBid(current, teamIdOf(stream))
      if (address === '' || !own || isSameAddress(address, addressBefore)) return
      // If the address was corrected again, only the last correction is mailed.
      if (!isSameAddress(address, own.bid.captainEmail)) return
      const byStaff = actor.kind === 'staff'
      const factsOfYear = await facts(metadata.edition)
      const mailbox = byStaff ? 'staff' : 'unconfirmed'
      const to = { id: `team-corrected-${own.id}-${version}`, to: address, mailbox } as const
      const awaitsConfirmation = own.number === null && own.out === null
      if (awaitsConfirmation) return void (await mailer.send(await writeConfirmation(to, own.id, factsOfYear)))
      if (addressBefore !== '')
        await unlessRefused(
          mailer.send(oldAddress({ ...to, id: `${to.id}-left`, to: addressBefore }, byStaff, factsOfYear)),
        )
      await mailer.send(await writeToNewAddress(to, own, { byStaff, factsOfYear }))
    },
  }
}

async function readAddressBefore(log: Platform['log'], { stream, position: before }: EventMetadata): Promise<string> {
  const types = ['TeamRegistered', 'TeamCorrected'] satisfies BidEvent['type'][]
  const [lastBidEvent] = await log.read({ stream, types, before, newestFirst: true, limit: 1 })
  return (lastBidEvent as RecordedEvent<BidEvent> | undefined)?.data.captain.email ?? ''
}

type BidEvent = Extract<TeamEvent, { type: 'TeamRegistered' | 'TeamCorrected' }>
type Envelope = Pick<Mail, 'id' | 'to' | 'mailbox'>
interface Handover {
  readonly byStaff: boolean
  readonly factsOfYear: FactsOfYear
}

// These mails repeat no other field of the form, because the new address may be mistyped.

/** Writes the mail to the address that a bid has now. */
export function newAddress(
  to: Envelope,
  { own, siteUrl, link, byStaff, facts }: ReceiptFacts & { readonly byStaff: boolean },
): Mail {
  return {
    ...to,
    subject: `A bid for ${facts.name} names you as captain`,
    button: 'Open my bid',
    text: `Hello,

${byStaff ? `the tournament crew corrected the address of a bid for\n${describeWeekend(facts)}\nto this one.` : `a captain handed a bid for ${describeWeekend(facts)}\nover to this address.`} From now on, we email this address about the team.

${byStaff ? `${statusLines(own, siteUrl, facts)}\n\n${paymentLines(own, facts)}` : ''}${ownLinkLines(link)}

Is that a mistake? Please email us.

The tournament crew
`,
  }
}

/** Writes the mail to the address that the bid had before. */
export function oldAddress(to: Envelope, byStaff: boolean, facts: FactsOfYear): Mail {
  const how = byStaff
    ? `the tournament crew entered another address for your bid for
${describeWeekend(facts)}.
The private link that we emailed to this one no longer works.`
    : `your bid for ${describeWeekend(facts)} was handed over to
another address, with the private link we emailed you. That link no longer works.`
  return {
    ...to,
    subject: `Your bid for ${facts.name} has another address now`,
    text: `Hello,

${how}

If ${byStaff ? 'that is a mistake' : 'it was not you'}, please email us.

The tournament crew
`,
  }
}
