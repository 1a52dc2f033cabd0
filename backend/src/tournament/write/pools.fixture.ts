import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools.ts'

export const now = new Date('2025-10-01T12:00:00Z')

export const pool = (letter: string, teams: readonly (string | null)[]): SavedPool => ({
  id: `pool-${letter.toLowerCase()}`,
  name: `Pool ${letter}`,
  size: teams.length,
  teams: [...teams],
})

export const saved = (...pools: SavedPool[]): PoolsEvent => ({ type: 'PoolsSaved', data: { pools } })
export const published: PoolsEvent = { type: 'PoolsPublished', data: {} }
export const freed = (...teams: string[]): PoolsEvent => ({ type: 'PoolPlacesFreed', data: { teams } })
export const unpublished: PoolsEvent = { type: 'PoolsUnpublished', data: {} }
