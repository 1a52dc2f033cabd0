import { editionStream } from '../../language/edition.ts'
import { compareNames } from '../../language/fold.ts'
import type { PoolsEvent } from '../events.ts'
import { type Division, divisions } from '../team.ts'
import type { PoolChange, SavedPool } from './pools-api.ts'

export type { PoolChange, SavedPool }

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

/** Limits to the pools that one form may add, the places of a pool, and the pools of a division in all. */
export const poolLimits = { perAdd: { min: 1, max: 10 }, size: { min: 2, max: 8 }, pools: 26 } as const

/**
 * Returns the first problem with the numbers of the form that adds pools to the `existing` ones, in the order of the
 * form; null where there is none.
 */
export function configurationError(count: number, size: number, existing: number): string | null {
  if (!(count >= poolLimits.perAdd.min)) return 'Number of pools must be at least 1'
  if (count > poolLimits.perAdd.max) return 'Number of pools cannot exceed 10'
  return (
    sizeError(size) ?? (isTooMany(existing + count) ? `A division can have at most ${poolLimits.pools} pools` : null)
  )
}

export const isTooMany = (pools: number): boolean => pools > poolLimits.pools

export function sizeError(size: number): string | null {
  if (!(size >= poolLimits.size.min)) return 'Pool size must be at least 2'
  return size > poolLimits.size.max ? 'Pool size cannot exceed 8' : null
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
export function letterAt(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : letterAt(Math.floor(index / 26) - 1) + letter
}

function toIndex(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** The letter in a pool's name; a pool that was named otherwise goes by its whole name. */
export function letterOf(name: string): string {
  return /^Pool ([A-Z]{1,2})$/.exec(name)?.[1] ?? name
}

/** The names of new pools: the letters go on after the last one in use, so that no two pools share one. */
export function nextPoolNames(existing: readonly string[], count: number): string[] {
  const used = existing.map(letterOf).filter((letter) => /^[A-Z]{1,2}$/.test(letter))
  const first = Math.max(-1, ...used.map(toIndex)) + 1
  return Array.from({ length: count }, (_, index) => `Pool ${letterAt(first + index)}`)
}

/** Returns the name that people use for a place: the pool's letter and the position, from 1. */
export function placeLabel(poolName: string, position: number): string {
  const letter = letterOf(poolName)
  return letter.length > 2 ? `${letter} ${position + 1}` : `${letter}${position + 1}`
}

/** `Pool A` before `Pool B`, `Pool Z` before `Pool AA`, `Pool 2` before `Pool 10`. */
export function byPoolName(one: { readonly name: string }, other: { readonly name: string }): number {
  const [a, b] = [letterOf(one.name), letterOf(other.name)]
  const isLettered = /^[A-Z]{1,2}$/
  if (isLettered.test(a) && isLettered.test(b)) return toIndex(a) - toIndex(b)
  return compareNames(one.name, other.name)
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
