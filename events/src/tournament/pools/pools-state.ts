import { editionStream } from '../../language/edition.ts'
import type { PoolsEvent } from '../events.ts'
import { type Division, divisions } from '../team.ts'
import { placeLabel } from './pools.ts'
import type { PoolChange, SavedPool } from './pools-api.ts'

/**
 * The pools of one division. `saved` is what staff have drafted since the last publication; null when they have not,
 * which is something else than a draft without pools.
 */
export interface Pools {
  readonly saved: readonly SavedPool[] | null
  readonly published: readonly SavedPool[]
}

export const initialState = (): Pools => ({ saved: null, published: [] })

export function evolve(pools: Pools, event: PoolsEvent): Pools {
  switch (event.type) {
    case 'PoolsSaved':
      return { ...pools, saved: event.data.pools }
    case 'PoolsPublished':
      return pools.saved === null ? pools : { saved: null, published: pools.saved }
    case 'PoolsUnpublished':
      return { saved: pools.saved ?? pools.published, published: [] }
    case 'PoolsPutBack':
      return event.data
    case 'PoolPlacesFreed':
      return freed(pools, new Set(event.data.teams))
    default:
      return pools
  }
}

const freed = ({ saved, published }: Pools, teams: ReadonlySet<string>): Pools => ({
  saved: saved && withoutTeams(saved, teams),
  published: withoutTeams(published, teams),
})

/** True where the draft of staff is other than what is public. */
export const hasNewerDraft = ({ saved, published }: Pools): boolean =>
  saved !== null && published.length > 0 && !isSameArrangement(saved, published)

/** Returns the pools that staff go on working with: the draft, or else the public ones. */
export const workingPools = ({ saved, published }: Pools): readonly SavedPool[] => saved ?? published

/** `comp`, and `comp-2026` in a later edition. */
export const poolsId = (division: Division, edition: string): string => editionStream(division, edition)

export const poolsStream = (division: Division, edition: string): string => `pools-${poolsId(division, edition)}`

/** Undefined for a stream of a division that does not exist. */
export function poolsIdOf(stream: string): string | undefined {
  const id = stream.slice('pools-'.length)
  return divisions.some((division) => id.split('-')[0] === division) ? id : undefined
}

/** The same pools with the places of these teams empty. */
export function withoutTeams(pools: readonly SavedPool[], teams: ReadonlySet<string>): SavedPool[] {
  const unlessRemoved = (team: string | null) => (team !== null && teams.has(team) ? null : team)
  return pools.map((pool) => ({ ...pool, teams: pool.teams.map(unlessRemoved) }))
}

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
