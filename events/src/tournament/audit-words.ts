import {
  createFindLastData,
  type Description,
  describe,
  findLastType,
  type History,
  type PastEvent,
} from '../language/sentence/sentence.ts'
import { teamStream } from './bid.ts'
import type { NoticedChange, Situation, TournamentEvent } from './events.ts'
import type { Division } from './team.ts'

const findLastData = createFindLastData<TournamentEvent>()

/** Finds the bid as it was corrected last. */
export const findBid = (events: readonly PastEvent[]) =>
  findLastData(events, 'TeamCorrected') ?? findLastData(events, 'TeamRegistered')

/** Returns the name of the team whose history this is, as it was then; with an id, that of another team, as it is now. */
export const nameTeam = (history: History, teamId?: string): string =>
  findBid(teamId === undefined ? history.earlier : history.of(teamStream(teamId)))?.teamName ?? 'a team'

/** Returns the last division that an event named: a correction names one only if it changed. */
export const findDivision = ({ earlier }: History): Division | undefined =>
  (earlier as readonly TournamentEvent[])
    .flatMap(
      (event) => ((event.type === 'TeamRegistered' || event.type === 'TeamCorrected') && event.data.division) || [],
    )
    .at(-1)

const statuses = { TeamConfirmed: 'confirmed', TeamWaitlisted: 'on the waitlist' } as const
export const describeStatusBefore = ({ earlier }: History): string => {
  const decision = findLastType(earlier, ['TeamConfirmed', 'TeamWaitlisted', 'TeamStandingReset'])
  return decision && decision !== 'TeamStandingReset' ? statuses[decision] : 'placed by order of registration'
}

export const describePaymentBefore = ({ earlier }: History): string =>
  findLastType(earlier, ['TeamMarkedPaid', 'TeamMarkedUnpaid']) === 'TeamMarkedPaid' ? 'paid' : 'not paid'

export const describeSeedBefore = ({ earlier }: History): string => {
  const seed = findLastData(earlier, 'TeamSeeded')?.seed ?? null
  return seed === null ? 'not seeded' : `seeded ${seed}`
}

export const describeRemovalBefore = ({ earlier }: History): string | undefined => {
  const change = findLastType(earlier, ['TeamRemoved', 'TeamWithdrawn', 'TeamRestored'])
  if (change === 'TeamWithdrawn') return 'withdrawn'
  if (change !== 'TeamRemoved') return undefined
  return withReason('removed', findLastData(earlier, 'TeamRemoved')?.reason ?? '')
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

/** `removed: Junk`. The reason is empty where it was forgotten with the captain. */
export const withReason = (words: string, reason: string): string => (reason === '' ? words : `${words}: ${reason}`)
