import type { Automation, GatheringAutomation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { defaultFacts, type FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import * as team from '@ultimate/events/tournament/bid.ts'
import { type BidDifference, listDifferences, type RegisteredTeam, type Team } from '@ultimate/events/tournament/bid.ts'
import type { NoticeEvent, Situation, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { noticeChangeDecider, noticeStream } from '@ultimate/events/tournament/notify-captain.ts'
import { describeStatus } from '@ultimate/events/tournament/team.ts'
import { sendAs } from '../../platform/commands.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { stateAfter } from '../../platform/undo.ts'
import { readOwnBid } from '../read/own-bid.query.ts'
import { readTeamHistory } from '../read/team-history.query.ts'
import type { OwnBidLinks } from '../secrets/bid-links.ts'
import { changesSince, decisionTypes, type Fact, isOfCapacity, noticedTypes } from '../team-changes.ts'
import { describeWeekend, isOwnAddress, ownLinkLines, paymentLines } from './captain-mail.ts'

interface ChangeFacts {
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

const name = 'when-team-changed-then-notice-change'

/**
 * All decisions of a quiet time are looked at together, because one of them may move other teams up or down. What
 * became of each team is recorded before its captain is mailed, so that a crash loses no email and sends none twice.
 */
export function whenTeamChangedThenNoticeChange(platform: Platform): GatheringAutomation {
  const { commands, clock, configuration, log, current } = platform
  return {
    name,
    on: [...decisionTypes, 'TeamCorrected', 'EditionSettingsChanged'],
    gather: {
      quietMs: configuration.mailQuietSeconds * 1000,
      keyOf: async (event) => {
        const { type, metadata } = event
        const { edition, actor } = metadata
        if (type === 'EditionSettingsChanged')
          return isOfCapacity(event as Fact) && metadata.stream === `edition-${current.edition}`
            ? current.edition
            : null
        if (edition !== current.edition || actor.kind === 'system') return null
        // Captains who correct a bid themselves know its content.
        return type === 'TeamCorrected' && actor.kind !== 'staff' ? null : edition
      },
      handle: async (gathered) => {
        const [first, last] = [gathered[0], gathered.at(-1)]
        if (!first || !last) return
        const history = await readDecisions(log, current.edition, last.metadata.position)
        const send = sendAs(commands, causedBy(last, name, clock.now()))
        for (const data of changesSince(
          history,
          first.metadata.position,
          defaultFacts(Number(current.edition)).capacity,
        )) {
          await send(noticeChangeDecider, noticeStream(data.teamId), { type: 'NoticeChange', data })
        }
      },
    },
  }
}

/** Reads the decisions up to the position, and all notices. */
async function readDecisions(log: Pick<EventLog, 'read'>, edition: string, to: number) {
  const history = await readTeamHistory(log, edition, noticedTypes)
  return history.filter(({ type, metadata }) => metadata.position <= to || type === 'TeamChangeNoticed')
}

/** Lists the parts of the bid that differ between two versions of its stream, with the last reason of staff. */
async function readCorrection(
  log: Pick<EventLog, 'read'>,
  stream: string,
  { from, to }: { readonly from: number; readonly to: number },
) {
  const events = (await log.read({ stream, limit: to })) as readonly RecordedEvent<TeamEvent>[]
  const upTo = (version: number) =>
    stateAfter<Team, TeamEvent>(
      team,
      events.filter(({ metadata }) => metadata.version <= version),
    )
  const [before, after, last] = [upTo(from), upTo(to), events.find(({ metadata }) => metadata.version === to)]
  if (before.status === 'unregistered' || after.status === 'unregistered') return {}
  const facts = ({ bid, division }: RegisteredTeam) => ({ ...bid, division })
  const reason = last?.type === 'TeamCorrected' ? (last.data.reason ?? '') : ''
  return { corrected: listDifferences(facts(before), facts(after)), reason }
}

export function whenChangeNoticedThenMailCaptain(
  { mailer, current, log, configuration, facts }: Platform,
  links: OwnBidLinks,
): Automation {
  return {
    name: 'when-change-noticed-then-mail-captain',
    on: ['TeamChangeNoticed'] satisfies NoticeEvent['type'][],
    handle: async (recorded) => {
      const { data, metadata } = recorded as RecordedEvent<NoticeEvent>
      const { teamId } = data
      const own = data.mailed ? await readOwnBid(current, teamId) : null
      const address = own?.bid.captainEmail ?? ''
      if (!own || address === '') return
      const isConfirmed = await isOwnAddress(log, teamId)
      await mailer.send({
        id: `team-changed-${teamId}-${metadata.version}`,
        to: address,
        mailbox: data.byStaff ? 'staff' : isConfirmed ? 'confirmed' : 'unconfirmed',
        ...changeMail(data, {
          // The mail repeats what was typed only to a confirmed address.
          teamName: isConfirmed ? own.bid.teamName : null,
          number: own.number,
          siteUrl: configuration.siteUrl,
          facts: await facts(metadata.edition),
          link: await links.linkFor({ teamId, address }),
          ...(data.corrected && (await readCorrection(log, team.teamStream(teamId), data.corrected))),
        }),
      })
    },
  }
}
