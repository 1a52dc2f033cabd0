import { letterOf } from '@ultimate/events/tournament/pools/pools.ts'
import { type Division, divisions } from '@ultimate/events/tournament/team.ts'

/** Where a pool stands on the page: `/tournament/poolplay?division=rec#pool-b`. */
export const poolAnchor = (name: string): string =>
  `pool-${letterOf(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')}`

export const poolAddress = (division: Division, name: string): string => `?division=${division}#${poolAnchor(name)}`

/** The division that an address names; null where it names none. */
export function divisionIn(params: URLSearchParams): Division | null {
  const named = params.get('division')
  return divisions.find((division) => division === named) ?? null
}
