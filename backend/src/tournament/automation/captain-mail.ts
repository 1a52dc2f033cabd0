import { edition } from '@ultimate/events/language/edition.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { confirmedCapacity, describePayment, describeStanding } from '@ultimate/events/tournament/team.ts'

/** Which weekend a mail is about, in its first sentence. */
export const weekend = `${edition.name}\n(${edition.dates}, ${edition.place})`

/** `#6 on the waitlist`, and where to look how that changes. Of a bid that does not count, where to look alone. */
export function standingLines({ number, status }: Pick<OwnBid, 'number' | 'status'>, siteUrl: string): string {
  const stands = number === null ? [] : [`  ${describeStanding({ number, status })}`, '']
  return [
    ...stands,
    `The first ${confirmedCapacity} teams are in, everyone else goes on the waitlist. The list of teams always shows`,
    'where you are:',
    `${new URL('/registration/teams', siteUrl)}`,
  ].join('\n')
}

/** What the captain has to know about paying, as a paragraph before the next one. Empty where there is nothing to say. */
export function paymentLines({ number, status }: Pick<OwnBid, 'number' | 'status'>): string {
  const payment = number === null ? null : describePayment(status)
  return payment === null ? '' : `${payment}\n\n`
}

/** The private link, with what it is for. */
export const ownLinkLines = (
  link: string,
): string => `To correct or withdraw your bid, open your private link. Anyone who has it can do so,
so please keep it to yourself. It ends with this tournament:

${link}`
