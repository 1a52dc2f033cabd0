import { evolve, isSameArrangement, withoutTeams } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { ReachableTeam } from '@ultimate/events/tournament/pools/pools-api.ts'
import { placedTeams } from './arrangement.ts'
import { isSameStored, latestArrangement, latestView, type StoredDivision, type StoredPools } from './stored.ts'
import {
  adoptOthersChange,
  adoptOwnLostWrite,
  adoptStored,
  type Context,
  describeOthersChange,
  isDirty,
  isOwnLostWrite,
  type LoadOutcome,
  type Notice,
} from './work.ts'

type Roster = readonly ReachableTeam[]

export type Doubt = 'Waitlist' | 'Not paid'

/** Returns why a team with a place in a pool may not play; null where it may. A waitlisted team need not pay yet. */
export function findDoubt({ status, paid }: Pick<ReachableTeam, 'status' | 'paid'>): Doubt | null {
  if (status === 'waitlist') return 'Waitlist'
  return paid ? null : 'Not paid'
}

/** Lists the teams that have a place, on the screen or on the server, and are no longer registered. */
function listRemovedTeams({ stored, base, pools }: Context, teams: Roster): ReadonlySet<string> {
  const registered = new Set(teams.map(({ id }) => id))
  const placed = [stored.draft ?? [], stored.published, base, pools].flatMap((arrangement) => [
    ...placedTeams(arrangement),
  ])
  return new Set(placed.filter((id) => !registered.has(id)))
}

/** Frees the places of removed teams, as the server is about to do. */
function freePlacesOf<Stored extends StoredDivision>(stored: Stored, removed: ReadonlySet<string>): Stored {
  return { ...stored, ...evolve(stored, { type: 'PoolPlacesFreed', data: { teams: [...removed] } }) }
}

/** Takes over the teams that are registered now. Removed teams lose their places; other work stays. */
export function adoptRoster(context: Context, teams: Roster): Partial<Context> {
  const removed = listRemovedTeams(context, teams)
  const { stored, base, pools, unanswered } = context
  const held = context.held.filter((id) => teams.some((team) => team.id === id))
  if (removed.size === 0) return { teams, held }
  return {
    teams,
    held,
    stored: freePlacesOf(stored, removed),
    base: withoutTeams(base, removed),
    pools: withoutTeams(pools, removed),
    unanswered: unanswered && withoutTeams(unanswered, removed),
  }
}

/** Takes over the pools and teams of a read. Unsaved work stays, and another user's version is shown beside it. */
export function adoptRead(context: Context, outcome: LoadOutcome): Partial<Context> {
  if (outcome.kind === 'failed') return {}
  const { teams, stored } = outcome
  const roster = adoptRoster(context, teams)
  const now = { ...context, ...roster }
  if (now.theirs !== null || isDirty(now)) return adoptReadBesideWork(now, roster, stored)
  return isSameStored(stored, now.stored) ? { ...roster, stored } : adoptOthersChange(now, outcome)
}

/** Takes over a read while something is unsaved. `now` is the context after the changes of `roster`. */
function adoptReadBesideWork(now: Context, roster: Partial<Context>, stored: StoredPools): Partial<Context> {
  const withOther = { ...roster, stored: { ...now.stored, other: stored.other } }
  if (stored.version <= now.stored.version) return withOther
  // The versions differ only by the places of removed teams.
  if (isSameStored(stored, now.stored)) return { ...withOther, stored }
  if (isOwnLostWrite(now, stored)) return { ...roster, ...adoptOwnLostWrite(now, stored) }
  // Another user has saved the same pools as those on the screen.
  if (isSameArrangement(latestArrangement(stored), now.pools))
    return { ...roster, ...adoptStored(stored, latestView(stored)) }
  return { ...withOther, theirs: stored }
}

/** Returns the notice after a read: about another user's change where it is shown at once, or about removed teams. */
export function describeRead(context: Context, outcome: LoadOutcome): Notice | null {
  if (outcome.kind === 'failed') return null
  const now = { ...context, ...adoptRoster(context, outcome.teams) }
  if (isOwnLostWrite(now, outcome.stored) && outcome.stored.version > now.stored.version)
    return { tone: 'good', text: 'The answer was lost, but your pools are stored.' }
  const news = now.theirs === null && !isDirty(now) ? describeOthersChange(now, outcome) : null
  return news ?? removalNotice(context, outcome.teams)
}

/** The notice about removed teams that had a place on the screen. */
export function removalNotice(context: Context, teams: Roster): Notice | null {
  const placed = placedTeams(context.pools)
  const removedFromScreen = [...listRemovedTeams(context, teams)].filter((id) => placed.has(id))
  if (removedFromScreen.length === 0) return null
  const names = removedFromScreen.map((id) => context.teams.find((team) => team.id === id)?.team_name ?? 'A team')
  const [name] = names
  const text =
    names.length === 1
      ? `${name} was removed; its place is free.`
      : `${names.length} teams were removed; their places are free.`
  return { tone: 'warn', text }
}
