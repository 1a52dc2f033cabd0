import type { Automation, GatheringAutomation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { defaultFacts, type FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { RegisteredTeam, Team } from '@ultimate/events/tournament/bid.ts'
import * as team from '@ultimate/events/tournament/bid.ts'
import { type BidDifference, listDifferences } from '@ultimate/events/tournament/bid-contents.ts'
import type { NoticeEvent, Situation, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { noticeChangeDecider, noticeStream } from '@ultimate/events/tournament/notify-captain.ts'
import { describeStatus } from '@ultimate/events/tournament/team.ts'
import { sendAs } from '../../platform/commands.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { stateAfter } from '../../platform/state-after.ts'
import { decisionTypes } from '../ordered-bid.ts'
import { readOwnBid } from '../read/own-bid.query.ts'
import { readTeamHistory, type TeamHistoryEvent } from '../read/team-history.query.ts'
import type { OwnBidLinks } from '../secrets/bid-links.ts'
import { changesCapacity, changesSince, noticedTypes } from '../team-changes.ts'
import { describeWeekend, isOwnAddress, ownLinkLines, paymentLines } from './captain-mail.ts'

interface ChangeFacts {
  /** Null where the address may not be the captain's own. */
  readonly teamName: string | null
  /** The place among the bids that count; null for a removed bid. */
  readonly number: number | null
  readonly siteUrl: string
  readonly link: string
  readonly facts: FactsOfYear
  /** The parts of the bid that staff corrected, and the reason; absent where they corrected none. */
  readonly corrected?: readonly BidDifference[]
  readonly reason?: string
}

type ReportedChange = Pick<NoticeEvent['data'], 'was' | 'is' | 'byOrder'>

/** Writes the email that shows a team's situation before and now. */
export function changeMail(change: ReportedChange, details: ChangeFacts): Pick<Mail, 'subject' | 'text' | 'button'> {
  const { is } = change
  const { subject, lead } = writeLead(change, details.facts)
  return {
    subject: details.teamName === null ? subject : `${subject}: ${details.teamName}`,
    button: 'Open my bid',
    text: `Hello,

${lead}

${movedLines(change, details)}${correctedLines(details)}${isRemoved(is) ? removedLines(is) : registeredLines(change, details)}

The tournament crew
`,
  }
}

const hasMoved = ({ was, is }: ReportedChange): boolean => was.status !== is.status || was.paid !== is.paid

const movedLines = (change: ReportedChange, details: ChangeFacts): string =>
  hasMoved(change)
    ? `  Before  ${describeSituation(change.was)}\n  Now     ${describeSituation(change.is, details)}\n\n`
    : ''

/** Repeats what was typed only to a confirmed address. The mail to another address only names the parts that changed. */
function correctedLines({ corrected = [], reason = '', teamName }: ChangeFacts): string {
  if (corrected.length === 0) return ''
  const lines = corrected.map(({ part, was, is }) =>
    teamName === null
      ? `  ${capitalize(part)}`
      : `  ${capitalize(part)}\n    Before  ${was || 'none'}\n    Now     ${is || 'none'}`,
  )
  return `Corrected:\n\n${lines.join('\n')}\n\n${reason === '' ? '' : `The reason: ${reason}\n\n`}`
}
const capitalize = (part: string): string => part.charAt(0).toUpperCase() + part.slice(1)

const isRemoved = ({ status }: Situation): boolean => status === 'removed' || status === 'withdrawn'

/** The mail about a withdrawal names no one who acted: it was the captain, or another person who has the link. */
function writeLead(change: ReportedChange, facts: FactsOfYear): { readonly subject: string; readonly lead: string } {
  const { was, is, byOrder } = change
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
  if (isRemoved(was))
    return {
      subject: `Your bid for ${name} is back`,
      lead: `the tournament crew restored ${bid},\nin its old place in the order.`,
    }
  if (!hasMoved(change))
    return {
      subject: `Your bid for ${name} was corrected`,
      lead: `the tournament crew corrected ${bid}.`,
    }
  if (was.status === is.status)
    return is.paid
      ? { subject: `We have your payment for ${name}`, lead: `the tournament crew marked ${bid} as paid.` }
      : { subject: `Not paid yet: ${name}`, lead: `the tournament crew marked ${bid} as not paid.` }
  return is.status === 'confirmed' ? writeMoveUp(bid, name, byOrder) : writeMoveDown(bid, name, byOrder)
}

const writeMoveUp = (bid: string, name: string, byOrder: boolean) => ({
  subject: `Your team is in: ${name}`,
  lead: byOrder
    ? `a spot opened up, and the first bid on the waitlist moves up: ${bid} is confirmed.`
    : `${bid} is confirmed.`,
})

const writeMoveDown = (bid: string, name: string, byOrder: boolean) => ({
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

/** Takes the details for the present situation alone, because only its place in the order is known. */
function describeSituation({ status, paid }: Situation, details?: ChangeFacts): string {
  const statusText =
    details && details.number !== null && (status === 'confirmed' || status === 'waitlist')
      ? describeStatus({ number: details.number, status }, details.facts.capacity)
      : statuses[status]
  return `${statusText}, ${paid ? 'paid' : 'not paid'}`
}

const removedLines = ({ status, paid }: Situation): string =>
  [
    ...(paid ? ['You have paid: please email us about your money.'] : []),
    status === 'withdrawn'
      ? `If it was not you, or if you changed your mind, please email us: we can restore it in its
old place in the order.`
      : 'If you think that this is a mistake, please email us.',
  ].join('\n\n')

function registeredLines({ is }: ReportedChange, { number, siteUrl, link, facts }: ChangeFacts): string {
  const { status, paid } = is
  const owesNothing = paid || status === 'removed' || status === 'withdrawn'
  return `${owesNothing ? '' : paymentLines({ number, status }, facts)}The list of teams always shows where you are:
${new URL('/registration/teams', siteUrl)}

${ownLinkLines(link)}`
}

const automationName = 'when-team-changed-then-notice-change'

/**
 * Handles all decisions of a batch together, because one of them may move other teams up or down. Records each team's
 * change before its captain is mailed, so that a crash loses no email and sends none twice.
 */
export function whenTeamChangedThenNoticeChange(platform: Platform): GatheringAutomation {
  const { commands, clock, configuration, log, current } = platform
  return {
    name: automationName,
    on: [...decisionTypes, 'TeamCorrected', 'EditionSettingsChanged'],
    gather: {
      quietMs: configuration.mailQuietSeconds * 1000,
      keyOf: async (event) => {
        const { type, metadata } = event
        const { edition, actor } = metadata
        if (type === 'EditionSettingsChanged')
          return changesCapacity(event as TeamHistoryEvent) && metadata.stream === `edition-${current.edition}`
            ? current.edition
            : null
        if (edition !== current.edition || actor.kind === 'system') return null
        // Captains who correct a bid themselves know its content.
        return type === 'TeamCorrected' && actor.kind !== 'staff' ? null : edition
      },
      handle: async (batch) => {
        const [first, last] = [batch[0], batch.at(-1)]
        if (!first || !last) return
        const history = await readChangesOfTeams(log, current.edition, last.metadata.position)
        const send = sendAs(commands, causedBy(last, automationName, clock.now()))
        const initialCapacity = defaultFacts(Number(current.edition)).capacity
        for (const data of changesSince(history, first.metadata.position, initialCapacity)) {
          await send(noticeChangeDecider, noticeStream(data.teamId), { type: 'NoticeChange', data })
        }
      },
    },
  }
}

/** Reads the events up to the position that `changesSince` needs, and all notices. */
async function readChangesOfTeams(log: Pick<EventLog, 'read'>, edition: string, to: number) {
  const history = await readTeamHistory(log, edition, noticedTypes)
  return history.filter(({ type, metadata }) => metadata.position <= to || type === 'TeamChangeNoticed')
}

/** Reads which parts of the bid differ between two versions of its stream, and the last reason that staff gave. */
async function readCorrection(
  log: Pick<EventLog, 'read'>,
  stream: string,
  { from, to }: { readonly from: number; readonly to: number },
) {
  const events = (await log.read({ stream, limit: to })) as readonly RecordedEvent<TeamEvent>[]
  const foldUpTo = (version: number) =>
    stateAfter<Team, TeamEvent>(
      team,
      events.filter(({ metadata }) => metadata.version <= version),
    )
  const [before, after] = [foldUpTo(from), foldUpTo(to)]
  if (before.status === 'unregistered' || after.status === 'unregistered') return {}
  const toBidInDivision = ({ bid, division }: RegisteredTeam) => ({ ...bid, division })
  const lastEvent = events.find(({ metadata }) => metadata.version === to)
  const reason = lastEvent?.type === 'TeamCorrected' ? (lastEvent.data.reason ?? '') : ''
  return { corrected: listDifferences(toBidInDivision(before), toBidInDivision(after)), reason }
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
