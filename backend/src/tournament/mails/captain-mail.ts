import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { type FactsOfYear, joinTexts, readFee, writeFacts } from '@ultimate/events/language/edition-facts.ts'
import { teamStream } from '@ultimate/events/tournament/bid.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { describePayment, describeStatus } from '@ultimate/events/tournament/team.ts'

/** Names the weekend in the first sentence of a mail. */
export function describeWeekend(facts: FactsOfYear): string {
  const { name, datesSpoken, city } = writeFacts(facts.year, facts)
  return `${name}\n(${joinTexts(datesSpoken, city)})`
}

/** `#6 on the waitlist`, and where the captain sees changes. Without the number for a bid that does not count. */
export function statusLines(
  { number, status }: Pick<OwnBid, 'number' | 'status'>,
  siteUrl: string,
  { capacity }: Pick<FactsOfYear, 'capacity'>,
): string {
  const statusLine = number === null ? [] : [`  ${describeStatus({ number, status }, capacity)}`, '']
  return [
    ...statusLine,
    `The first ${capacity} teams are in, everyone else goes on the waitlist. The list of teams always shows`,
    'where you are:',
    `${new URL('/registration/teams', siteUrl)}`,
  ].join('\n')
}

/** True where a mailed link has confirmed that the address is the captain's. Only then do mails repeat the typed name. */
export async function isOwnAddress(log: Pick<EventLog, 'read'>, teamId: string): Promise<boolean> {
  const [confirmation] = await log.read({ stream: teamStream(teamId), types: ['AddressConfirmed'], limit: 1 })
  return (confirmation as RecordedEvent<AddressConfirmed> | undefined)?.data.by === 'link'
}
type AddressConfirmed = Extract<TeamEvent, { type: 'AddressConfirmed' }>

/** A paragraph about the payment, with its blank line; empty if there is nothing to explain. */
export function paymentLines({ number, status }: Pick<OwnBid, 'number' | 'status'>, facts: FactsOfYear): string {
  const payment = number === null ? null : describePayment(status, readFee(facts))
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
