import { placeLabel, type SavedPool } from './pools.ts'

/** One difference between two arrangements of pools. Places are called as people call them (`A1`). */
export type PoolChange =
  | { readonly kind: 'pool-added'; readonly pool: string; readonly size: number }
  | { readonly kind: 'pool-removed'; readonly pool: string }
  | { readonly kind: 'pool-renamed'; readonly pool: string; readonly to: string }
  | { readonly kind: 'pool-resized'; readonly pool: string; readonly from: number; readonly size: number }
  /** `from` is null for a team without a place before, `to` for one without a place now. */
  | { readonly kind: 'team-moved'; readonly team: string; readonly from: string | null; readonly to: string | null }

/** Lists the changes between two arrangements: first of pools, then of teams, in the order of the places. */
export function poolChanges(before: readonly SavedPool[], after: readonly SavedPool[]): PoolChange[] {
  return [...changesOfPools(before, after), ...changesOfTeams(before, after)]
}

export const isSameArrangement = (one: readonly SavedPool[], other: readonly SavedPool[]): boolean =>
  one.length === other.length && one.every((pool, index) => isSamePool(pool, other[index]))

function isSamePool(one: SavedPool, other: SavedPool | undefined): boolean {
  return (
    other !== undefined &&
    one.id === other.id &&
    one.name === other.name &&
    one.size === other.size &&
    one.teams.length === other.teams.length &&
    one.teams.every((team, position) => team === other.teams[position])
  )
}

function changesOfPools(before: readonly SavedPool[], after: readonly SavedPool[]): PoolChange[] {
  const earlier = new Map(before.map((pool) => [pool.id, pool]))
  const left = new Set(after.map(({ id }) => id))
  const removed = before.filter(({ id }) => !left.has(id))
  return [
    ...removed.map(({ name }): PoolChange => ({ kind: 'pool-removed', pool: name })),
    ...after.flatMap((pool): PoolChange[] => {
      const was = earlier.get(pool.id)
      if (!was) return [{ kind: 'pool-added', pool: pool.name, size: pool.size }]
      return [
        ...(was.name === pool.name ? [] : [{ kind: 'pool-renamed' as const, pool: was.name, to: pool.name }]),
        ...(was.size === pool.size
          ? []
          : [{ kind: 'pool-resized' as const, pool: pool.name, from: was.size, size: pool.size }]),
      ]
    }),
  ]
}

interface PoolPlace {
  readonly pool: string
  readonly position: number
  readonly label: string
}

function listPlaces(pools: readonly SavedPool[]): Map<string, PoolPlace> {
  return new Map(
    pools.flatMap(({ id, name, teams }) =>
      teams.flatMap((team, position): [string, PoolPlace][] =>
        team === null ? [] : [[team, { pool: id, position, label: placeLabel(name, position) }]],
      ),
    ),
  )
}

function changesOfTeams(before: readonly SavedPool[], after: readonly SavedPool[]): PoolChange[] {
  const [from, to] = [listPlaces(before), listPlaces(after)]
  return [...new Set([...to.keys(), ...from.keys()])].flatMap((team): PoolChange[] => {
    const [was, is] = [from.get(team), to.get(team)]
    if (was?.pool === is?.pool && was?.position === is?.position) return []
    return [{ kind: 'team-moved', team, from: was?.label ?? null, to: is?.label ?? null }]
  })
}
