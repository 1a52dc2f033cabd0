import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Pools } from '../pools.ts'

/** `teams` are those that are registered, by id, as for saving: none of them may have been removed since. */
export type PublishPools = TimedCommand<'PublishPools', { readonly teams: ReadonlyMap<string, Division> }>

/** Both divisions are published at once: one without a draft stays as it is. */
export function publishPools({ data: { teams } }: PublishPools, { saved }: Pools): PoolsEvent[] {
  if (saved === null) return []
  const placed = saved.flatMap((pool) => pool.teams)
  if (placed.some((team) => team !== null && !teams.has(team))) return tournamentErrors.fail('POOL_TEAM_UNKNOWN')
  return [{ type: 'PoolsPublished', data: {} }]
}

export const publishPoolsDecider = { decide: publishPools, evolve, initialState }

export type UnpublishPools = TimedCommand<'UnpublishPools', Record<string, never>>

export function unpublishPools(_command: UnpublishPools, { published }: Pools): PoolsEvent[] {
  return published.length === 0 ? [] : [{ type: 'PoolsUnpublished', data: {} }]
}

export const unpublishPoolsDecider = { decide: unpublishPools, evolve, initialState }
