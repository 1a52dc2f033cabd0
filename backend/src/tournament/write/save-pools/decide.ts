import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import { isSameArrangement } from '@ultimate/events/tournament/pools/pool-changes.ts'
import { byPoolName, poolLimits, type SavedPool, sizeError } from '@ultimate/events/tournament/pools/pools.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Pools } from '../pools.ts'

/** `teams` are those that are registered, by id: what the decision needs to know of other streams. */
export type SavePools = TimedCommand<
  'SavePools',
  {
    readonly division: Division
    readonly pools: readonly SavedPool[]
    readonly teams: ReadonlyMap<string, Division>
  }
>

const { fail } = tournamentErrors

export function savePools({ data: { division, pools, teams } }: SavePools, before: Pools): PoolsEvent[] {
  if (pools.length > poolLimits.pools) return fail('TOO_MANY_POOLS', { pools: 'Please use at most 26 pools.' })
  refuseMisshapen(pools)
  refuseWrongTeams(pools, (team) => teams.get(team) ?? null, division)
  const arranged = pools.toSorted(byPoolName)
  if (isSameArrangement(arranged, before.saved ?? [])) {
    // A draft without pools changes nothing, unless it replaces pools that are public.
    if (before.saved !== null || before.published.length === 0) return []
  }
  return [{ type: 'PoolsSaved', data: { pools: arranged } }]
}

function refuseMisshapen(pools: readonly SavedPool[]): void {
  const ids = new Set<string>()
  for (const [index, { id, size, teams }] of pools.entries()) {
    if (ids.has(id)) fail('POOL_TWICE', { [`pools.${index}.id`]: 'Another pool has this id.' })
    ids.add(id)
    const error = sizeError(size)
    if (error) fail('POOL_SIZE', { [`pools.${index}.size`]: error })
    if (teams.length !== size)
      fail('POOL_LENGTH', {
        [`pools.${index}.teams`]: `This pool has ${size} places, and ${teams.length} are listed.`,
      })
  }
}

function refuseWrongTeams(
  pools: readonly SavedPool[],
  divisionOf: (team: string) => Division | null,
  division: Division,
): void {
  const placed = new Set<string>()
  for (const [index, { teams }] of pools.entries()) {
    for (const [position, team] of teams.entries()) {
      if (team === null) continue
      const field = `pools.${index}.teams.${position}`
      const home = divisionOf(team)
      if (home === null) fail('POOL_TEAM_UNKNOWN', { [field]: 'There is no such team.' })
      if (home !== division) fail('POOL_TEAM_FOREIGN', { [field]: 'This team plays in the other division.' })
      if (placed.has(team)) fail('POOL_TEAM_TWICE', { [field]: 'This team stands in another place already.' })
      placed.add(team)
    }
  }
}

export const savePoolsDecider = { decide: savePools, evolve, initialState }
