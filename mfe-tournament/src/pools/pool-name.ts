import { letterOf } from '@ultimate/events/tournament/pools/pools.ts'
import { type Division, divisions } from '@ultimate/events/tournament/team.ts'

/** Returns the anchor of a pool on the page: `pool-b` in `/tournament/poolplay?division=rec#pool-b`. */
export const poolAnchor = (name: string): string =>
  `pool-${letterOf(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')}`

export const poolAddress = (division: Division, name: string): string => `?division=${division}#${poolAnchor(name)}`

/** True for `Pool A`: a letter or two name a pool, unless staff give another name. */
export const isLettered = (name: string): boolean => letterOf(name).length <= 2

/** Returns the initials of the first two words. */
export function toInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  return words
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('')
}

/** The division that an address names; null where it names none. */
export function divisionIn(params: URLSearchParams): Division | null {
  const named = params.get('division')
  return divisions.find((division) => division === named) ?? null
}
