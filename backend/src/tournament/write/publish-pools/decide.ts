import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import type { Pools } from '../pools.ts'

export type PublishPools = TimedCommand<'PublishPools', Record<string, never>>

/** Both divisions are published at once: one in which nobody has saved anything stays as it is. */
export function publishPools(_command: PublishPools, { saved }: Pools): PoolsEvent[] {
  return saved === null ? [] : [{ type: 'PoolsPublished', data: {} }]
}
