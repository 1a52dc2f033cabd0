import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Pools } from '../pools.ts'

/** `teams` are removed ones, by their ids. */
export type FreePlaces = TimedCommand<'FreePlaces', { readonly teams: readonly string[] }>

/** In the draft and in what is public alike: a restored team does not come back to its pool. */
export function freePlaces({ data: { teams } }: FreePlaces, { saved, published }: Pools): PoolsEvent[] {
  // Stryker disable next-line ArrayDeclaration: an element that is no pool has no teams
  const draft = saved ?? []
  const placed = new Set([...draft, ...published].flatMap((pool) => pool.teams))
  const freed = teams.filter((team) => placed.has(team))
  return freed.length === 0 ? [] : [{ type: 'PoolPlacesFreed', data: { teams: freed } }]
}

export const freePlacesDecider = { decide: freePlaces, evolve, initialState }
