import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { describeFee, type FactsOfYear, joinTexts, writeFacts } from '@ultimate/events/language/edition-facts.ts'
import { teamStream } from '@ultimate/events/tournament/bid.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { describePayment, describeStatus } from '@ultimate/events/tournament/team.ts'

/** Names the weekend that a mail is about, for its first sentence. */
export function describeWeekend(facts: FactsOfYear): string {
  const { name, datesSpoken, city } = writeFacts(facts.year, facts)
  return `${name}\n(${joinTexts(datesSpoken, city)})`
}

/** `#6 on the waitlist`, and where to look how that changes. Of a bid that does not count, where to look alone. */
export function statusLines(
  { number, status }: Pick<OwnBid, 'number' | 'status'>,
  siteUrl: string,
  { capacity }: Pick<FactsOfYear, 'capacity'>,
): string {
  const stands = number === null ? [] : [`  ${describeStatus({ number, status }, capacity)}`, '']
  return [
    ...stands,
    `The first ${capacity} teams are in, everyone else goes on the waitlist. The list of teams always shows`,
    'where you are:',
    `${new URL('/registration/teams', siteUrl)}`,
  ].join('\n')
}

/** True where a mailed link has shown that the address is the captain's: mails then repeat what was typed. */
export async function isOwnAddress(log: Pick<EventLog, 'read'>, teamId: string): Promise<boolean> {
  const [confirmed] = await log.read({ stream: teamStream(teamId), types: ['AddressConfirmed'], limit: 1 })
  return (confirmed as RecordedEvent<Confirmed> | undefined)?.data.by === 'link'
}
type Confirmed = Extract<TeamEvent, { type: 'AddressConfirmed' }>

/** Explains the payment to the captain, as a paragraph before the next one. Empty if there is nothing to explain. */
export function paymentLines({ number, status }: Pick<OwnBid, 'number' | 'status'>, facts: FactsOfYear): string {
  const payment = number === null ? null : describePayment(status, describeFee(facts))
  return payment === null ? '' : `${payment}\n\n`
}

/** Announces what comes next, with the night of the dinner. */
export const dinnerLines = (
  facts: FactsOfYear,
): string => `Pools are posted on the site closer to the weekend. On ${writeFacts(facts.year, facts).firstWeekday} night we eat together, and
every team brings dishes.`

/** The private link, with what it is for. */
export const ownLinkLines = (
  link: string,
): string => `To correct or withdraw your bid, open your private link. Anyone who has it can do so,
so please keep it to yourself. The link works until the tournament is over:

${link}`
