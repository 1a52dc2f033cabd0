import { evolve, isSameArrangement, withoutTeams } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { ReachableTeam } from '@ultimate/events/tournament/pools/pools-api.ts'
import { placedTeams } from './arrangement.ts'
import {
  adopted,
  type Context,
  describeNews,
  isDirty,
  isOurs,
  isSameStored,
  type LoadOutcome,
  latest,
  latestView,
  type Notice,
  newsTaken,
  oursTaken,
  type StoredDivision,
  type StoredPools,
  toPools,
} from './work.ts'

type Roster = readonly ReachableTeam[]

export type Doubt = 'Waitlist' | 'Not paid'

/** Returns why a team with a place in a pool may not play; null where it may. A waitlisted team need not pay yet. */
export const findDoubt = ({ status, paid }: Pick<ReachableTeam, 'status' | 'paid'>): Doubt | null =>
  status === 'waitlist' ? 'Waitlist' : paid ? null : 'Not paid'

/** Teams that hold a place, on the screen or on the server, and are no longer registered. */
function removedTeams({ stored, base, pools }: Context, teams: Roster): ReadonlySet<string> {
  const known = new Set(teams.map(({ id }) => id))
  const placed = [stored.saved, stored.published, base, pools].flatMap((arrangement) => [...placedTeams(arrangement)])
  return new Set(placed.filter((id) => !known.has(id)))
}

/** Returns the pools as the server is about to have them: it frees the places of removed teams. */
function withoutRemoved<Stored extends StoredDivision>(stored: Stored, removed: ReadonlySet<string>): Stored {
  const { draft, published } = evolve(toPools(stored), { type: 'PoolPlacesFreed', data: { teams: [...removed] } })
  return { ...stored, saved: draft ?? [], published }
}

/** The teams as they are now. A removed one leaves its place, here as on the server; other work stays. */
export function rosterTaken(context: Context, teams: Roster): Partial<Context> {
  const removed = removedTeams(context, teams)
  const { stored, base, pools, unanswered } = context
  const held = context.held.filter((id) => teams.some((team) => team.id === id))
  if (removed.size === 0) return { teams, held }
  return {
    teams,
    held,
    stored: withoutRemoved(stored, removed),
    base: withoutTeams(base, removed),
    pools: withoutTeams(pools, removed),
    unanswered: unanswered && withoutTeams(unanswered, removed),
  }
}

/** Returns the changes after a read of the server's state. Unsaved work stays, and theirs is shown beside it. */
export function followed(context: Context, outcome: LoadOutcome): Partial<Context> {
  if (outcome.kind === 'failed') return {}
  const { teams, stored } = outcome
  const taken = rosterTaken(context, teams)
  const now = { ...context, ...taken }
  if (now.theirs !== null || isDirty(now)) return workFollowed(now, taken, stored)
  return isSameStored(stored, now.stored) ? { ...taken, stored } : newsTaken(now, outcome)
}

/**
 * While something is unsaved: where the server's pools differ from the known ones by removed teams alone, takes over
 * the new version. Any other difference is another user's work, unless it is what is on the screen or was sent from
 * here before.
 */
function workFollowed(now: Context, taken: Partial<Context>, stored: StoredPools): Partial<Context> {
  const known = { ...taken, stored: { ...now.stored, other: stored.other } }
  if (stored.version <= now.stored.version) return known
  if (isSameStored(stored, now.stored)) return { ...known, stored }
  if (isOurs(now, stored)) return { ...taken, ...oursTaken(now, stored) }
  if (isSameArrangement(latest(stored), now.pools)) return { ...taken, ...adopted(stored, latestView(stored)) }
  return { ...known, theirs: stored }
}

/** Returns the notice after a read: about another user's change where it is shown at once, or about removed teams. */
export function followNotice(context: Context, outcome: LoadOutcome): Notice | null {
  if (outcome.kind === 'failed') return null
  const now = { ...context, ...rosterTaken(context, outcome.teams) }
  if (isOurs(now, outcome.stored) && outcome.stored.version > now.stored.version)
    return { tone: 'good', text: 'The answer was lost, but your pools are stored.' }
  const news = now.theirs === null && !isDirty(now) ? describeNews(now, outcome) : null
  return news ?? removalNotice(context, outcome.teams)
}

/** The notice about removed teams that had a place on the screen. */
export function removalNotice(context: Context, teams: Roster): Notice | null {
  const removed = removedTeams(context, teams)
  const placed = placedTeams(context.pools)
  const gone = [...removed].filter((id) => placed.has(id))
  if (gone.length === 0) return null
  const names = gone.map((id) => context.teams.find((team) => team.id === id)?.team_name ?? 'A team')
  const [name] = names
  const text =
    names.length === 1
      ? `${name} was removed; its place is free.`
      : `${names.length} teams were removed; their places are free.`
  return { tone: 'warn', text }
}
