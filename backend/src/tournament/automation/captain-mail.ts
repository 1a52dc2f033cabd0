import { edition } from '@ultimate/events/language/edition.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { confirmedCapacity, describeStanding } from '@ultimate/events/tournament/team.ts'

/** Which weekend a mail is about, in its first sentence. */
export const weekend = `${edition.name}\n(${edition.dates}, ${edition.place})`

/** `Bid 41: waiting list 6`, and where to look how that changes. Of a bid that does not count, where to look alone. */
export function standingLines({ number, status }: Pick<OwnBid, 'number' | 'status'>, siteUrl: string): string {
  const stands = number === null ? [] : [`  ${describeStanding({ number, status })}`, '']
  return [
    ...stands,
    `The first ${confirmedCapacity} teams to register are confirmed; after that there is a waitlist, and it moves.`,
    'Where you stand is on the list, and it is always up to date:',
    `${new URL('/registration/teams', siteUrl)}`,
  ].join('\n')
}

/** What a bid costs and how it is paid. */
export const paymentLines = `What it costs: ${edition.bid.fee}, paid by ${edition.bid.payBy},\n${edition.bid.payment}.`

/** The private link, with what it is for. */
export const ownLinkLines = (
  link: string,
): string => `To correct or withdraw your bid, open your private link. Anyone who has it can do so,
so please keep it to yourself. It ends with this tournament:

${link}`
