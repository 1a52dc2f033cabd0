import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Pools } from '../pools.ts'

export type UnpublishPools = TimedCommand<'UnpublishPools', Record<string, never>>

export function unpublishPools(_command: UnpublishPools, { published }: Pools): PoolsEvent[] {
  return published.length === 0 ? [] : [{ type: 'PoolsUnpublished', data: {} }]
}

export const unpublishPoolsDecider = { decide: unpublishPools, evolve, initialState }
