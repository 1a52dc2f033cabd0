import type { PoolsEvent } from '../events.ts'
import type { SavedPool } from './pools.ts'
import { type Pools, workingPools } from './pools-state.ts'

/** An event with its place in the log. */
type PlacedEvent = PoolsEvent & { readonly metadata: { readonly position: number } }

/** The pools by team, as they were while the team had its places in them. */
export type LostPlaces = ReadonlyMap<string, Pools>

/**
 * The events of the pools before the team lost its places after a position of the log, at which it was removed or moved to
 * the other division; null where it had none. `history` are all events of the pools, oldest first.
 */
export function eventsBeforeLoss<E extends PlacedEvent>(
  history: readonly E[],
  team: string,
  position: number,
): readonly E[] | null {
  const freed = history.findIndex(
    ({ type, data, metadata }) =>
      type === 'PoolPlacesFreed' && metadata.position > position && data.teams.includes(team),
  )
  return freed < 0 ? null : history.slice(0, freed)
}

/** The pools with these teams in the places that they lost, where these still exist and are free. */
export function withPlacesBack(now: Pools, lost: LostPlaces): Pools {
  return [...lost].reduce<Pools>(
    ({ saved, published }, [team, were]) => ({
      saved: saved && placedAgain(team, workingPools(were), saved),
      published: placedAgain(team, were.published, published),
    }),
    now,
  )
}

function placedAgain(team: string, were: readonly SavedPool[], are: readonly SavedPool[]): readonly SavedPool[] {
  const home = were.find(({ teams }) => teams.includes(team))
  const at = home?.teams.indexOf(team) ?? -1
  if (are.some(({ teams }) => teams.includes(team))) return are
  return are.map((pool) =>
    pool.id === home?.id && pool.teams[at] === null ? { ...pool, teams: pool.teams.with(at, team) } : pool,
  )
}

/** Counts the teams that had a place in what is shown now: those that have one again, and those that do not. */
export function countPlacesBack(now: Pools, lost: LostPlaces): { readonly back: number; readonly taken: number } {
  const isIn = (team: string, pools: readonly SavedPool[]) => pools.some(({ teams }) => teams.includes(team))
  const missing = [...lost].filter(
    ([team, were]) =>
      (isIn(team, were.published) && now.published.length > 0 && !isIn(team, now.published)) ||
      (isIn(team, workingPools(were)) && !isIn(team, workingPools(now))),
  )
  return { back: lost.size - missing.length, taken: missing.length }
}
