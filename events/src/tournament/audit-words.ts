import { findLastType, type History, lastAmong, type PastEvent } from '../language/sentence/sentence.ts'
import type { Situation, TournamentEvent } from './events.ts'
import type { Division } from './team.ts'

const last = lastAmong<TournamentEvent>()
const events = ({ earlier }: History) => earlier as readonly TournamentEvent[]

/** The bid as it was corrected last. */
export const findBid = ({ earlier }: History) => last(earlier, 'TeamCorrected') ?? last(earlier, 'TeamRegistered')

export const nameTeam = (history: History): string => findBid(history)?.teamName ?? 'a team'

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
export const describeSituation = ({ status, paid }: Situation): string =>
  `${situations[status]}, ${paid ? 'paid' : 'not paid'}`

/** Returns the name of a team from its own stream, for events of streams that hold no name. */
export function namedIn(events: readonly PastEvent[]): string {
  const name = events.findLast(({ type }) => type === 'TeamCorrected' || type === 'TeamRegistered')?.data['teamName']
  return typeof name === 'string' ? name : 'a team'
}

/** The reason is empty where it was forgotten with the captain. */
export const withReason = (words: string, reason: string): string => (reason === '' ? words : `${words}: ${reason}`)
