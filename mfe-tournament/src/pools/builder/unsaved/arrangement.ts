import { withoutTeams } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { byPoolName, nextPoolNames } from '@ultimate/events/tournament/pools/pools.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'

/** The pools on the screen, by name. Every function here returns a new arrangement. */
export type Arrangement = readonly SavedPool[]

export interface PoolPlace {
  readonly pool: string
  /** From 0. */
  readonly position: number
}

export interface NewPools {
  readonly size: number
  /** One for each new pool. */
  readonly ids: readonly string[]
}

export interface PoolShape {
  readonly name: string
  readonly size: number
}

export function addPools(pools: Arrangement, { size, ids }: NewPools): Arrangement {
  const names = nextPoolNames(
    pools.map(({ name }) => name),
    ids.length,
  )
  const newPools = ids.map((id, index) => ({ id, name: names[index] ?? id, size, teams: Array<null>(size).fill(null) }))
  return [...pools, ...newPools].toSorted(byPoolName)
}

export const deletePool = (pools: Arrangement, id: string): Arrangement => pools.filter((pool) => pool.id !== id)

/** Renames and resizes a pool. Teams beyond the last place become unassigned. */
export function shapePool(pools: Arrangement, id: string, { name, size }: PoolShape): Arrangement {
  const applyShape = (pool: SavedPool) => ({
    ...pool,
    name,
    size,
    teams: Array.from({ length: size }, (_, position) => pool.teams[position] ?? null),
  })
  // The pools are sorted by name, because they are stored and shown to the public in that order.
  return pools.map((pool) => (pool.id === id ? applyShape(pool) : pool)).toSorted(byPoolName)
}

export function findPlace(pools: Arrangement, team: string): PoolPlace | null {
  for (const { id, teams } of pools) {
    const position = teams.indexOf(team)
    if (position !== -1) return { pool: id, position }
  }
  return null
}

const teamAt = (pools: Arrangement, { pool, position }: PoolPlace): string | null =>
  pools.find(({ id }) => id === pool)?.teams[position] ?? null

const hasPlace = (pools: Arrangement, { pool, position }: PoolPlace): boolean =>
  pools.some(({ id, size }) => id === pool && position >= 0 && position < size)

function put(pools: Arrangement, { pool, position }: PoolPlace, team: string | null): Arrangement {
  return pools.map((one) => (one.id === pool ? { ...one, teams: one.teams.with(position, team) } : one))
}

/** Lists the free places pool by pool. */
export const freePlaces = (pools: Arrangement): PoolPlace[] =>
  pools.flatMap(({ id, teams }) => teams.flatMap((team, position) => (team === null ? [{ pool: id, position }] : [])))

/** Moves the team to the place. A team that stands there gets the old place of the moved team, or becomes unassigned. */
export function placeTeam(pools: Arrangement, team: string, to: PoolPlace): Arrangement {
  if (!hasPlace(pools, to)) return pools
  const from = findPlace(pools, team)
  const replacedTeam = teamAt(pools, to)
  if (replacedTeam === team) return pools
  const withReplacedMoved = from ? put(removeTeam(pools, team), from, replacedTeam) : pools
  return put(withReplacedMoved, to, team)
}

/**
 * Places one team like `placeTeam`. Several teams take this place and the free places after it, in their order. A team
 * for which no place is left stays where it is, or becomes unassigned if another of these teams took its place.
 */
export function placeTeams(pools: Arrangement, teams: readonly string[], to: PoolPlace): Arrangement {
  const [firstTeam] = teams
  if (firstTeam !== undefined && teams.length === 1) return placeTeam(pools, firstTeam, to)
  const start = pools.findIndex(({ id }) => id === to.pool)
  const isAtOrAfter = ({ pool, position }: PoolPlace) => {
    const index = pools.findIndex(({ id }) => id === pool)
    return index > start || (index === start && position >= to.position)
  }
  const withoutMoved = teams.reduce(removeTeam, pools)
  const free = hasPlace(pools, to) ? freePlaces(withoutMoved).filter(isAtOrAfter) : []
  const withMoved = fill(withoutMoved, teams, free)
  return teams.slice(free.length).reduce((after, team) => {
    const oldPlace = findPlace(pools, team)
    return oldPlace && teamAt(after, oldPlace) === null ? put(after, oldPlace, team) : after
  }, withMoved)
}

/** Lists the free places in a snake: along the first places of all pools, back along the second ones. */
function snakePlaces(pools: Arrangement): PoolPlace[] {
  const placesByPosition = Map.groupBy(freePlaces(pools), ({ position }) => position)
  return [...placesByPosition]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([position, places]) => (position % 2 === 0 ? places : places.toReversed()))
}

/**
 * How teams without a place are filled in: by their bids into one pool after the other, or in a snake, which makes pools
 * of the same strength.
 */
export type FillOrder = 'bids' | 'snake'

/** Puts unassigned teams into the free places, both in their order. */
export const fillPlaces = (pools: Arrangement, teams: readonly string[], by: FillOrder = 'bids'): Arrangement =>
  fill(pools, teams, by === 'snake' ? snakePlaces(pools) : freePlaces(pools))

const fill = (pools: Arrangement, teams: readonly string[], places: readonly PoolPlace[]): Arrangement =>
  places.reduce((after, place, index) => put(after, place, teams[index] ?? null), pools)

export function removeTeam(pools: Arrangement, team: string): Arrangement {
  return pools.map((pool) =>
    pool.teams.includes(team) ? { ...pool, teams: pool.teams.map((one) => (one === team ? null : one)) } : pool,
  )
}

export const placedTeams = (pools: Arrangement): ReadonlySet<string> =>
  new Set(pools.flatMap(({ teams }) => teams).filter((team) => team !== null))

/** Empties the places of teams that were removed since an earlier state. */
export function withoutUnknownTeams(pools: Arrangement, teams: readonly { readonly id: string }[]): Arrangement {
  const knownIds = new Set(teams.map(({ id }) => id))
  return withoutTeams(pools, new Set([...placedTeams(pools)].filter((id) => !knownIds.has(id))))
}

export const countTeams = ({ teams }: Pick<SavedPool, 'teams'>): number => teams.filter((team) => team !== null).length
