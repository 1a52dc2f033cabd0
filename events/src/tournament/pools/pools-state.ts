import { editionStream } from '../../language/edition.ts'
import type { PoolsEvent } from '../events.ts'
import { type Division, divisions } from '../team.ts'
import { isSameArrangement } from './pool-changes.ts'
import { type SavedPool, withoutTeams } from './pools.ts'

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
