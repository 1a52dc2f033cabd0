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
  const added = ids.map((id, index) => ({ id, name: names[index] ?? id, size, teams: Array<null>(size).fill(null) }))
  return [...pools, ...added].toSorted(byPoolName)
}

export const deletePool = (pools: Arrangement, id: string): Arrangement => pools.filter((pool) => pool.id !== id)

/** Another name, another number of places, or both. Teams beyond the last place become unassigned. */
export function shapePool(pools: Arrangement, id: string, { name, size }: PoolShape): Arrangement {
  const shaped = (pool: SavedPool) => ({
    ...pool,
    name,
    size,
    teams: Array.from({ length: size }, (_, position) => pool.teams[position] ?? null),
  })
  // The pools are sorted by name, because they are stored and shown to the public in that order.
  return pools.map((pool) => (pool.id === id ? shaped(pool) : pool)).toSorted(byPoolName)
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
  return pools.map((it) => (it.id === pool ? { ...it, teams: it.teams.with(position, team) } : it))
}

/** The free places in the order of reading: along a pool, then along the next. */
export const freePlaces = (pools: Arrangement): PoolPlace[] =>
  pools.flatMap(({ id, teams }) => teams.flatMap((team, position) => (team === null ? [{ pool: id, position }] : [])))

/**
 * Puts the team there and takes it out of every other place. A team that stood there changes places with it, or becomes
 * unassigned when the moved team had no place.
 */
export function placeTeam(pools: Arrangement, team: string, to: PoolPlace): Arrangement {
  if (!hasPlace(pools, to)) return pools
  const from = findPlace(pools, team)
  const other = teamAt(pools, to)
  if (other === team) return pools
  const left = from ? put(removeTeam(pools, team), from, other) : pools
  return put(left, to, team)
}

/**
 * One team as in `placeTeam`. Several take this place and the free ones after it, in their order; the rest stay where
 * they are when no place is left.
 */
export function placeTeams(pools: Arrangement, teams: readonly string[], to: PoolPlace): Arrangement {
  const [only] = teams
  if (only !== undefined && teams.length === 1) return placeTeam(pools, only, to)
  const start = pools.findIndex(({ id }) => id === to.pool)
  const isFromHere = ({ pool, position }: PoolPlace) => {
    const index = pools.findIndex(({ id }) => id === pool)
    return index > start || (index === start && position >= to.position)
  }
  const without = teams.reduce(removeTeam, pools)
  const free = hasPlace(pools, to) ? freePlaces(without).filter(isFromHere) : []
  const seated = seat(without, teams, free)
  return teams.slice(free.length).reduce((after, team) => {
    const before = findPlace(pools, team)
    return before && teamAt(after, before) === null ? put(after, before, team) : after
  }, seated)
}

/** The free places as a snake meets them: along the first places of all pools, back along the second ones. */
function snakedPlaces(pools: Arrangement): PoolPlace[] {
  const row = ({ position }: PoolPlace) => position
  const there = freePlaces(pools)
  const rows = [...new Set(there.map(row))].toSorted((one, other) => one - other)
  return rows.flatMap((position) => {
    const places = there.filter((place) => row(place) === position)
    return position % 2 === 0 ? places : places.toReversed()
  })
}

/**
 * The order in which teams without a place get one: pool after pool, or in a snake, which makes pools of the same
 * strength.
 */
export type FillOrder = 'bids' | 'snake'

/** Unassigned teams on the free places, both in their order. */
export const fillPlaces = (pools: Arrangement, teams: readonly string[], by: FillOrder = 'bids'): Arrangement =>
  seat(pools, teams, by === 'snake' ? snakedPlaces(pools) : freePlaces(pools))

const seat = (pools: Arrangement, teams: readonly string[], places: readonly PoolPlace[]): Arrangement =>
  places.reduce((after, place, index) => put(after, place, teams[index] ?? null), pools)

export function removeTeam(pools: Arrangement, team: string): Arrangement {
  return pools.map((pool) =>
    pool.teams.includes(team) ? { ...pool, teams: pool.teams.map((it) => (it === team ? null : it)) } : pool,
  )
}

export const placedTeams = (pools: Arrangement): ReadonlySet<string> =>
  new Set(pools.flatMap(({ teams }) => teams).filter((team) => team !== null))

/** An earlier state may name teams that were removed since: their places are empty. */
export function knownOnly(pools: Arrangement, teams: readonly { readonly id: string }[]): Arrangement {
  const known = new Set(teams.map(({ id }) => id))
  return withoutTeams(pools, new Set([...placedTeams(pools)].filter((id) => !known.has(id))))
}

export const countTeams = ({ teams }: Pick<SavedPool, 'teams'>): number => teams.filter((team) => team !== null).length
