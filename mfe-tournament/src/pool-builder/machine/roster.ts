import { withoutTeams } from '@ultimate/events/tournament/pools.ts'
import type { ReachableTeam } from '@ultimate/events/tournament/pools-api.ts'
import { placedTeams } from './arrangement.ts'
import { isSameStored, type Notice } from './stored-pools.ts'
import type { Context, LoadOutcome } from './work.ts'

type Roster = readonly ReachableTeam[]

/** Teams that hold a place, on the screen or on the server, and are no longer registered. */
function removedTeams({ stored, base, pools }: Context, teams: Roster): ReadonlySet<string> {
  const known = new Set(teams.map(({ id }) => id))
  const placed = [stored.saved, stored.published, base, pools].flatMap((arrangement) => [...placedTeams(arrangement)])
  return new Set(placed.filter((id) => !known.has(id)))
}

/** The teams as they are now. A removed one leaves its place, here as on the server; other work stays. */
export function rosterTaken(context: Context, teams: Roster): Partial<Context> {
  const removed = removedTeams(context, teams)
  const { stored, base, pools, held } = context
  const stays = teams.some(({ id }) => id === held)
  if (removed.size === 0) return { teams, held: stays ? held : null }
  return {
    teams,
    stored: {
      ...stored,
      saved: withoutTeams(stored.saved, removed),
      published: withoutTeams(stored.published, removed),
    },
    base: withoutTeams(base, removed),
    pools: withoutTeams(pools, removed),
    held: stays ? held : null,
  }
}

/**
 * While something is unsaved: where the server's pools differ from the known ones by removed teams alone, takes over
 * the new version. The next save finds any other difference.
 */
export function workFollowed(context: Context, outcome: LoadOutcome): Partial<Context> {
  if (outcome.kind === 'failed') return {}
  const taken = rosterTaken(context, outcome.teams)
  const { stored } = { ...context, ...taken }
  return outcome.stored.version > stored.version && isSameStored(outcome.stored, stored)
    ? { ...taken, stored: outcome.stored }
    : taken
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

export const rosterOf = ({ teams }: Context, outcome: LoadOutcome): Roster =>
  outcome.kind === 'failed' ? teams : outcome.teams
