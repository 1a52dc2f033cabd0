import { type History, last, lastOf, type Sentences } from '../language/sentence.ts'
import type { TournamentEvent } from './events.ts'
import { type PoolChange, poolChanges } from './pool-changes.ts'
import { type SavedPool, withoutTeams } from './pools.ts'
import { type Division, divisionLabels } from './team.ts'

type Known = History<TournamentEvent>

/** The bid as it was corrected last. */
const bidOf = ({ earlier }: Known) => last(earlier, 'TeamCorrected') ?? last(earlier, 'TeamRegistered')

const teamOf = (known: Known): string => bidOf(known)?.teamName ?? 'a team'

type Bid = Extract<TournamentEvent, { type: 'TeamCorrected' }>['data']

/** Which parts differ, and what the public ones were. Contact data are named and not repeated. */
function correctedParts(
  now: Bid,
  known: Known,
): { readonly parts: readonly string[]; readonly was: string | undefined } {
  const before = bidOf(known)
  if (!before) return { parts: [], was: undefined }
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const differences = [
    ['team name', before.teamName !== now.teamName, before.teamName],
    ['location', before.location !== now.location, before.location],
    ['captain', before.captain.name !== now.captain.name, before.captain.name],
    ['captain’s e-mail address', before.captain.email !== now.captain.email, null],
    ['captain’s phone', before.captain.phone !== now.captain.phone, null],
    ['alternate contact', !isSame(before.alternate, now.alternate), null],
    ['past names', before.pastTeamNames !== now.pastTeamNames, null],
    ['comments', before.captain.comments !== now.captain.comments, null],
  ] as const
  const changed = differences.filter(([, isChanged]) => isChanged)
  const was = changed.flatMap(([, , value]) => value ?? [])
  return { parts: changed.map(([part]) => part), was: was.length > 0 ? was.join(', ') : undefined }
}

const statuses = { TeamConfirmed: 'confirmed', TeamWaitlisted: 'on the waitlist' } as const
const statusOf = ({ earlier }: Known): string => {
  const decided = lastOf(earlier, ['TeamConfirmed', 'TeamWaitlisted'])
  return decided ? statuses[decided] : 'placed by order of registration'
}

const paidOf = ({ earlier }: Known): string =>
  lastOf(earlier, ['TeamMarkedPaid', 'TeamMarkedUnpaid']) === 'TeamMarkedPaid' ? 'paid' : 'not paid'

const removalOf = ({ earlier }: Known): string | undefined => {
  const change = lastOf(earlier, ['TeamRemoved', 'TeamWithdrawn', 'TeamRestored'])
  if (change === 'TeamWithdrawn') return 'withdrawn'
  if (change !== 'TeamRemoved') return undefined
  return withReason('removed', last(earlier, 'TeamRemoved')?.reason ?? '')
}

/** The reason is empty where it was forgotten with the captain. */
const withReason = (words: string, reason: string): string => (reason === '' ? words : `${words}: ${reason}`)

const divisionOf = ({ stream }: Known): string => {
  const [, division = ''] = stream.split('-')
  return division in divisionLabels ? divisionLabels[division as Division] : division
}
const poolsOf = (known: Known): string => `the ${divisionOf(known)} pools`
const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

const teamsIn = (pools: readonly SavedPool[]): number => pools.flatMap(({ teams }) => teams.filter(Boolean)).length
/** The draft as it was saved last, without the teams that were removed since. */
function savedBefore({ earlier }: Known): readonly SavedPool[] | undefined {
  const index = earlier.findLastIndex(({ type }) => type === 'PoolsSaved')
  const pools = last(earlier, 'PoolsSaved')?.pools
  const freed = earlier.slice(index + 1).flatMap((fact) => (fact.type === 'PoolPlacesFreed' ? fact.data.teams : []))
  return pools && withoutTeams(pools, new Set(freed))
}

const arePublished = ({ earlier }: Known): boolean =>
  lastOf(earlier, ['PoolsPublished', 'PoolsUnpublished']) === 'PoolsPublished'

function changeWords(change: PoolChange): string[] {
  switch (change.kind) {
    case 'pool-added':
      return [`added ${change.pool} for ${count(change.size, 'team', 'teams')}`]
    case 'pool-removed':
      return [`removed ${change.pool}`]
    case 'pool-renamed':
      return [`renamed ${change.pool} to ${change.to}`]
    case 'pool-resized':
      return [`resized ${change.pool} from ${change.from} to ${change.size}`]
    case 'team-moved':
      return []
  }
}

/** How many, not who: the names are in their own streams. */
function movedTeams(changes: readonly PoolChange[]): string[] {
  const moves = changes.filter((change) => change.kind === 'team-moved')
  const counts = [
    [moves.filter(({ from }) => from === null).length, 'put in'],
    [moves.filter(({ from, to }) => from !== null && to !== null).length, 'moved'],
    [moves.filter(({ to }) => to === null).length, 'taken out'],
  ] as const
  return counts.flatMap(([number, words]) => (number === 0 ? [] : [`${count(number, 'team', 'teams')} ${words}`]))
}

/** How the audit describes each fact of this module. */
export const tournamentSentences: Sentences<TournamentEvent> = {
  TeamRegistered: ({ teamName, division, location }) => ({
    text: `registered the team ${teamName} (${divisionLabels[division]}, ${location})`,
    subject: teamName,
  }),
  AddressConfirmed: ({ by }, known) => ({
    text:
      by === 'link' ? `confirmed the address of ${teamOf(known)}` : `confirmed the address of ${teamOf(known)} by hand`,
    was: 'not confirmed',
    subject: teamOf(known),
  }),
  ConfirmationLinkRequested: () => ({ text: 'asked for a confirmation link', subject: 'confirmation links' }),
  TeamConfirmed: (_, known) => ({ text: `confirmed ${teamOf(known)}`, was: statusOf(known), subject: teamOf(known) }),
  TeamWaitlisted: (_, known) => ({
    text: `put ${teamOf(known)} on the waitlist`,
    was: statusOf(known),
    subject: teamOf(known),
  }),
  TeamMarkedPaid: (_, known) => ({
    text: `marked ${teamOf(known)} as paid`,
    was: paidOf(known),
    subject: teamOf(known),
  }),
  TeamMarkedUnpaid: (_, known) => ({
    text: `marked ${teamOf(known)} as not paid`,
    was: paidOf(known),
    subject: teamOf(known),
  }),
  TeamRemoved: ({ reason }, known) => ({
    text: withReason(`removed ${teamOf(known)}`, reason),
    was: removalOf(known) ?? 'registered',
    subject: teamOf(known),
  }),
  TeamRestored: (_, known) => ({ text: `restored ${teamOf(known)}`, was: removalOf(known), subject: teamOf(known) }),
  TeamCorrected: (bid, known) => {
    const { parts, was } = correctedParts(bid, known)
    return {
      text: `corrected the bid of ${teamOf(known)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`,
      was,
      subject: bid.teamName,
    }
  },
  TeamWithdrawn: (_, known) => ({
    text: `withdrew the bid of ${teamOf(known)}`,
    was: removalOf(known) ?? 'registered',
    subject: teamOf(known),
  }),
  PoolsSaved: ({ pools }, known) => {
    const before = savedBefore(known)
    const changed = before ? [...new Set(poolChanges(before, pools).flatMap(changeWords))] : []
    const moved = before ? movedTeams(poolChanges(before, pools)) : []
    const all = [count(pools.length, 'pool', 'pools'), `${count(teamsIn(pools), 'team', 'teams')} placed`]
    return {
      text: `saved ${poolsOf(known)} (${all.join(', ')})${[...changed, ...moved].map((words) => `, ${words}`).join('')}`,
      was: before && `${count(before.length, 'pool', 'pools')}, ${count(teamsIn(before), 'team', 'teams')} placed`,
      subject: poolsOf(known),
    }
  },
  PoolsPublished: (_, known) => ({
    text: `published ${poolsOf(known)}`,
    was: arePublished(known) ? 'published in an earlier version' : 'not published',
    subject: poolsOf(known),
  }),
  PoolsUnpublished: (_, known) => ({
    text: `took ${poolsOf(known)} off the site`,
    was: 'published',
    subject: poolsOf(known),
  }),
  PoolPlacesFreed: ({ teams }, known) => ({
    text: `took ${count(teams.length, 'removed team', 'removed teams')} out of ${poolsOf(known)}`,
    subject: poolsOf(known),
  }),
  TeamsExported: ({ teams }) => ({
    text: `exported ${count(teams, 'team', 'teams')} with contact data`,
    subject: 'exports of teams',
  }),
  ContactsShown: ({ division, teams }) => ({
    text: `saw the phones and e-mail addresses of ${count(teams, 'captain', 'captains')} (${divisionLabels[division]})`,
    subject: 'contact data of captains',
  }),
}
