import { dishesPerTeam } from '@ultimate/events/dinner/slots/slot.ts'
import type { Captain } from '../sign-up/captains-query.ts'

export interface TeamDishes {
  readonly id: string
  readonly team: string
  readonly count: number
  /** Dishes it still misses; never below zero. */
  readonly missing: number
}

/** The team that misses most comes first; equals keep their order. */
export function byNeed(captains: readonly Captain[], counts: ReadonlyMap<string, number>): TeamDishes[] {
  const teams = captains.map(({ id, team }) => {
    const count = counts.get(id) ?? 0
    return { id, team, count, missing: Math.max(0, dishesPerTeam - count) }
  })
  return teams.toSorted((one, other) => other.missing - one.missing)
}
