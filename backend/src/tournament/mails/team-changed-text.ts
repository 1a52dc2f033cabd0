import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { BidDifference } from '@ultimate/events/tournament/bid-parts.ts'
import type { NoticeEvent, Situation } from '@ultimate/events/tournament/events.ts'
import { describeStatus } from '@ultimate/events/tournament/team.ts'
import type { Mail } from '../../platform/mail.ts'
import { describeWeekend, ownLinkLines, paymentLines } from './captain-mail.ts'

export interface ChangeFacts {
  /** Null where the address may not be the captain's own. */
  readonly teamName: string | null
  /** The place among the bids that count; null for a bid that is out. */
  readonly number: number | null
  readonly siteUrl: string
  readonly link: string
  readonly facts: FactsOfYear
  /** The parts of the bid that staff corrected, and the reason; absent where they corrected none. */
  readonly corrected?: readonly BidDifference[]
  readonly reason?: string
}

type Change = Pick<NoticeEvent['data'], 'was' | 'is' | 'byOrder'>

/** The email that shows what a team was and what it is now. */
export function changeMail(change: Change, known: ChangeFacts): Pick<Mail, 'subject' | 'text' | 'button'> {
  const { was, is } = change
  const { subject, lead } = writeWords(change, known.facts)
  return {
    subject: known.teamName === null ? subject : `${subject}: ${known.teamName}`,
    button: 'Open my bid',
    text: `Hello,

${lead}

${isMoved(change) ? `  Before  ${described(was)}\n  Now     ${described(is, known)}\n\n` : ''}${correctedLines(known)}${isOut(is) ? goodbye(is) : stay(change, known)}

The tournament crew
`,
  }
}

const isMoved = ({ was, is }: Change): boolean => was.status !== is.status || was.paid !== is.paid

/** Repeats what was typed only to a confirmed address; others read which parts have changed. */
function correctedLines({ corrected = [], reason = '', teamName }: ChangeFacts): string {
  if (corrected.length === 0) return ''
  const lines = corrected.map(({ part, was, is }) =>
    teamName === null
      ? `  ${sentence(part)}`
      : `  ${sentence(part)}\n    Before  ${was || 'none'}\n    Now     ${is || 'none'}`,
  )
  return `Corrected:\n\n${lines.join('\n')}\n\n${reason === '' ? '' : `The reason: ${reason}\n\n`}`
}
const sentence = (part: string): string => part.charAt(0).toUpperCase() + part.slice(1)

const isOut = ({ status }: Situation): boolean => status === 'removed' || status === 'withdrawn'

/** Sentences without a subject that acts are the captain's own act. */
function writeWords(
  { was, is, byOrder }: Change,
  facts: FactsOfYear,
): { readonly subject: string; readonly lead: string } {
  const { name } = facts
  const bid = `your bid for ${describeWeekend(facts)}`
  if (is.status === 'withdrawn')
    return {
      subject: `Your bid for ${name} is withdrawn`,
      lead: `${bid} was withdrawn with the\nprivate link we emailed you. The teams behind it move up.`,
    }
  if (is.status === 'removed')
    return {
      subject: `Your bid for ${name} was removed`,
      lead: `the tournament crew removed ${bid}.`,
    }
  if (isOut(was))
    return {
      subject: `Your bid for ${name} is back`,
      lead: `the tournament crew restored ${bid},\nin its old place in the order.`,
    }
  if (!isMoved({ was, is, byOrder }))
    return {
      subject: `Your bid for ${name} was corrected`,
      lead: `the tournament crew corrected ${bid}.`,
    }
  if (was.status === is.status)
    return is.paid
      ? { subject: `We have your payment for ${name}`, lead: `the tournament crew marked ${bid} as paid.` }
      : { subject: `Not paid yet: ${name}`, lead: `the tournament crew marked ${bid} as not paid.` }
  return is.status === 'confirmed' ? up(bid, name, byOrder) : down(bid, name, byOrder)
}

const up = (bid: string, name: string, byOrder: boolean) => ({
  subject: `Your team is in: ${name}`,
  lead: byOrder
    ? `a spot opened up, and the first bid on the waitlist moves up: ${bid} is confirmed.`
    : `${bid} is confirmed.`,
})

const down = (bid: string, name: string, byOrder: boolean) => ({
  subject: `Your team is on the waitlist: ${name}`,
  lead: byOrder
    ? `a bid before yours counts again, or fewer teams can play, so ${bid}\nmoves to the waitlist.`
    : `${bid} is on the waitlist now.`,
})

const statuses = {
  confirmed: 'Confirmed',
  waitlist: 'On the waitlist',
  removed: 'Removed',
  withdrawn: 'Withdrawn',
} as const

/** The number is the place in the order, where it is known. */
function described({ status, paid }: Situation, known?: ChangeFacts): string {
  const statusText =
    known && known.number !== null && (status === 'confirmed' || status === 'waitlist')
      ? describeStatus({ number: known.number, status }, known.facts.capacity)
      : statuses[status]
  return `${statusText}, ${paid ? 'paid' : 'not paid'}`
}

const goodbye = ({ status, paid }: Situation): string =>
  [
    ...(paid ? ['You have paid: please email us about your money.'] : []),
    status === 'withdrawn'
      ? `If it was not you, or if you changed your mind, please email us: we can restore it in its
old place in the order.`
      : 'If you think that this is a mistake, please email us.',
  ].join('\n\n')

function stay({ is }: Change, { number, siteUrl, link, facts }: ChangeFacts): string {
  const payment = is.paid || isOut(is) || (is.status !== 'confirmed' && is.status !== 'waitlist')
  const owed = payment ? '' : paymentLines({ number, status: is.status as 'confirmed' | 'waitlist' }, facts)
  return `${owed}The list of teams always shows where you are:
${new URL('/registration/teams', siteUrl)}

${ownLinkLines(link)}`
}
