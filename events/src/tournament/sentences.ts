import { last, lastOf, type Sentences, type Story } from '../language/sentence.ts'
import type { TournamentEvent } from './events.ts'
import { type Division, divisionLabels } from './team.ts'

type Known = Story<TournamentEvent>

const teamOf = ({ earlier }: Known): string => last(earlier, 'TeamRegistered')?.teamName ?? 'a team'

const statuses = { TeamConfirmed: 'confirmed', TeamWaitlisted: 'on the waitlist' } as const
const statusOf = ({ earlier }: Known): string => {
  const decided = lastOf(earlier, ['TeamConfirmed', 'TeamWaitlisted'])
  return decided ? statuses[decided] : 'by order of registration'
}

const paidOf = ({ earlier }: Known): string =>
  lastOf(earlier, ['TeamMarkedPaid', 'TeamMarkedUnpaid']) === 'TeamMarkedPaid' ? 'paid' : 'not paid'

const divisionOf = ({ stream }: Known): string => {
  const division = stream.slice('pools-'.length)
  return division in divisionLabels ? divisionLabels[division as Division] : division
}
const poolsOf = (known: Known): string => `the ${divisionOf(known)} pools`
const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

/** What is told of each fact of this module. */
export const tournamentSentences: Sentences<TournamentEvent> = {
  TeamRegistered: ({ teamName, division, location }) => ({
    text: `registered the team ${teamName} (${divisionLabels[division]}, ${location})`,
    thing: teamName,
  }),
  TeamConfirmed: (_, known) => ({ text: `confirmed ${teamOf(known)}`, was: statusOf(known), thing: teamOf(known) }),
  TeamWaitlisted: (_, known) => ({
    text: `put ${teamOf(known)} on the waitlist`,
    was: statusOf(known),
    thing: teamOf(known),
  }),
  TeamMarkedPaid: (_, known) => ({
    text: `marked ${teamOf(known)} as paid`,
    was: paidOf(known),
    thing: teamOf(known),
  }),
  TeamMarkedUnpaid: (_, known) => ({
    text: `marked ${teamOf(known)} as not paid`,
    was: paidOf(known),
    thing: teamOf(known),
  }),
  PoolsSaved: ({ pools }, known) => {
    const before = last(known.earlier, 'PoolsSaved')?.pools.length
    return {
      text: `saved ${poolsOf(known)}: ${count(pools.length, 'pool', 'pools')}`,
      was: before === undefined ? undefined : count(before, 'pool', 'pools'),
      thing: poolsOf(known),
    }
  },
  PoolsPublished: (_, known) => ({ text: `published ${poolsOf(known)}`, thing: poolsOf(known) }),
  PoolsUnpublished: (_, known) => ({ text: `took ${poolsOf(known)} off the site`, thing: poolsOf(known) }),
  TeamsExported: ({ teams }) => ({
    text: `exported ${count(teams, 'team', 'teams')} with contact data`,
    thing: 'exports of teams',
  }),
}
