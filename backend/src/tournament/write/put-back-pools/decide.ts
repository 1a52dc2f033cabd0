import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Pools } from '../pools.ts'

/** `pools` is how they were; `teams` are the ids of those that are registered, or will be by then. */
export type PutBackPools = TimedCommand<
  'PutBackPools',
  { readonly pools: Pools; readonly teams: Pick<ReadonlySet<string>, 'has'> }
>

/** Takes back what was saved, published or freed: no team comes back to a pool that is no team any more. */
export function putBackPools({ data: { pools, teams } }: PutBackPools, now: Pools): PoolsEvent[] {
  if (JSON.stringify(contentOf(pools)) === JSON.stringify(contentOf(now))) return []
  const placed = [...(pools.saved ?? []), ...pools.published].flatMap((pool) => pool.teams)
  if (placed.some((team) => team !== null && !teams.has(team))) return tournamentErrors.fail('POOL_TEAM_UNKNOWN')
  return [{ type: 'PoolsPutBack', data: contentOf(pools) }]
}

/** Fields in one order, so that the same pools are the same text. */
const contentOf = ({ saved, published }: Pools) => ({
  saved: saved?.map(ordered) ?? null,
  published: published.map(ordered),
})
const ordered = ({ id, name, size, teams }: SavedPool) => ({ id, name, size, teams: [...teams] })

export const putBackPoolsDecider = { decide: putBackPools, evolve, initialState }
