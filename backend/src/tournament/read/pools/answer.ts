import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools.ts'
import type { Pool, PoolsState, PoolTeam } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { Edition } from '../../../platform/edition.ts'
import type { Answer, RequestContext } from '../../../platform/http/http-route.ts'
import { readPools, type StoredPools } from './pools.view.ts'

type ShowTeam = (team: Required<PoolTeam>) => PoolTeam

export const withContact: ShowTeam = (team) => team
/** Copies field by field, so that a new field of a team does not become public. */
export const withoutContact: ShowTeam = ({ id, name, captain_name }) => ({ id, name, captain_name })

export const mayReachCaptains = ({ user }: Pick<RequestContext, 'user'>): boolean =>
  isAllowed(adminOrTd, user?.role ?? null)

/** Pools with their teams in the places of the ids. */
export function shownPools(pools: readonly SavedPool[], { teams }: Pick<StoredPools, 'teams'>, show: ShowTeam): Pool[] {
  const shown = (id: string | null): PoolTeam | null => {
    const team = id === null ? undefined : teams.get(id)
    return team ? show(team) : null
  }
  return pools.map(({ id, name, size, teams: places }) => ({ id, name, size, teams: places.map(shown) }))
}

/** Answers with a division's pools for admin and TD: to reads, to changes, and to changes that come too late. */
export async function poolsState(current: Edition, division: Division): Promise<Answer<PoolsState>> {
  const known = await readPools(current, division)
  const { row } = known
  const version = row?.version ?? 0
  const body: PoolsState = {
    division,
    pools: shownPools(row?.saved ?? [], known, withContact),
    published: shownPools(row?.published ?? [], known, withContact),
    version,
    draft: row?.drafted_at ? { name: row.drafted_by, at: row.drafted_at.toISOString() } : null,
    changed: row && { name: row.changed_by, at: row.changed_at.toISOString() },
  }
  return { status: 200, body, version }
}
