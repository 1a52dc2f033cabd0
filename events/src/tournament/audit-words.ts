import {
  type Description,
  describe,
  findLastType,
  type History,
  lastAmong,
  type PastEvent,
} from '../language/sentence/sentence.ts'
import { teamStream } from './bid.ts'
import type { NoticedChange, Situation, TournamentEvent } from './events.ts'
import type { Division } from './team.ts'

const last = lastAmong<TournamentEvent>()
const events = ({ earlier }: History) => earlier as readonly TournamentEvent[]

/** Finds the bid as it was corrected last. */
export const findBid = (events: readonly PastEvent[]) => last(events, 'TeamCorrected') ?? last(events, 'TeamRegistered')

/** Names the team whose stream this is, as it was before the event; with an id, another team, as it is now. */
export const nameTeam = (history: History, teamId?: string): string =>
  findBid(teamId === undefined ? history.earlier : history.of(teamStream(teamId)))?.teamName ?? 'a team'

/** The last division that was named. */
export const findDivision = (history: History): Division | undefined =>
  events(history)
    .flatMap(
      (event) => ((event.type === 'TeamRegistered' || event.type === 'TeamCorrected') && event.data.division) || [],
    )
    .at(-1)

const statuses = { TeamConfirmed: 'confirmed', TeamWaitlisted: 'on the waitlist' } as const
export const describeStatus = ({ earlier }: History): string => {
  const decided = findLastType(earlier, ['TeamConfirmed', 'TeamWaitlisted', 'TeamStandingReset'])
  return decided && decided !== 'TeamStandingReset' ? statuses[decided] : 'placed by order of registration'
}

export const describePayment = ({ earlier }: History): string =>
  findLastType(earlier, ['TeamMarkedPaid', 'TeamMarkedUnpaid']) === 'TeamMarkedPaid' ? 'paid' : 'not paid'

export const describeSeed = ({ earlier }: History): string => {
  const seed = last(earlier, 'TeamSeeded')?.seed ?? null
  return seed === null ? 'not seeded' : `seeded ${seed}`
}

export const describeRemoval = ({ earlier }: History): string | undefined => {
  const change = findLastType(earlier, ['TeamRemoved', 'TeamWithdrawn', 'TeamRestored'])
  if (change === 'TeamWithdrawn') return 'withdrawn'
  if (change !== 'TeamRemoved') return undefined
  return withReason('removed', last(earlier, 'TeamRemoved')?.reason ?? '')
}

const situations = {
  confirmed: 'confirmed',
  waitlist: 'on the waitlist',
  removed: 'removed',
  withdrawn: 'withdrawn',
} as const
const describeSituation = ({ status, paid }: Situation): string =>
  `${situations[status]}, ${paid ? 'paid' : 'not paid'}`

/** Describes the email to the captain about a change, and a move by order even without an email. */
export function describeNoticedChange(change: NoticedChange, teamName: string): Description {
  const { was, is, byOrder, mailed, corrected } = change
  const emailed = `emailed the captain of ${teamName}`
  const isSameSituation = was.status === is.status && was.paid === is.paid
  if (corrected && isSameSituation) return describe(teamName, `${emailed} about the corrected bid`)
  const moved = `moved ${teamName} ${is.status === 'confirmed' ? 'up' : 'down'} by order of registration`
  const acts = [byOrder && moved, mailed && emailed].filter(Boolean).join(' and ')
  return describe(teamName, `${acts}: ${describeSituation(is)}`, describeSituation(was))
}

/** The reason is empty where it was forgotten with the captain. */
export const withReason = (words: string, reason: string): string => (reason === '' ? words : `${words}: ${reason}`)
