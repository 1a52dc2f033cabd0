import type { Pool, PoolsState, ReachableTeam, SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { type OwnReads, ownReads } from '@ultimate/kit/live/live-reads.ts'
import { call } from '@ultimate/kit/request/api.ts'
import type { StoredDivision, StoredPools } from './unsaved/stored.ts'
import type { LoadOutcome } from './unsaved/work.ts'

export const otherDivision = (division: Division): Division => (division === 'comp' ? 'rec' : 'comp')

/** Replaces teams by their ids, as pools are saved. */
const toArrangement = (pools: readonly Pool[]): SavedPool[] =>
  pools.map(({ id, name, size, teams }) => ({ id, name, size, teams: teams.map((team) => team?.id ?? null) }))

/** Takes a division from a read, or from the answer to a write. */
export function toStoredDivision({ pools, published, version, draft: draftedBy, changed }: PoolsState): StoredDivision {
  return {
    draft: draftedBy === null ? null : toArrangement(pools),
    published: toArrangement(published),
    version,
    draftedBy,
    changedBy: changed,
    placed: [...pools, ...published].flatMap(({ teams }) => teams.filter((team) => team !== null)),
  }
}

export async function readDivision(division: Division, signal?: AbortSignal): Promise<StoredDivision> {
  return toStoredDivision(
    await call('GET /api/pool-play/pools/{division}', { params: { division } }, signal && { signal }),
  )
}

export async function readStored(division: Division, signal?: AbortSignal): Promise<StoredPools> {
  const [own, other] = await Promise.all([
    readDivision(division, signal),
    readDivision(otherDivision(division), signal),
  ])
  return { ...own, other }
}

/** The builder's own reads of pools and of teams. */
export interface PoolReads {
  readonly pools: OwnReads
  readonly teams: OwnReads
}
export const poolReads = (): PoolReads => ({ pools: ownReads(), teams: ownReads() })

export const readTeams = (division: Division, { teams }: PoolReads): Promise<ReachableTeam[]> =>
  teams.read(
    async (signal) => (await call('GET /api/pool-play/teams/{division}', { params: { division } }, { signal })).teams,
  )

/** Reads the pools before the teams. So a team of the pools that is missing among the teams was removed. */
export const loadPools = (division: Division, reads: PoolReads): Promise<LoadOutcome> =>
  reads.pools.read(
    async (signal) => {
      const stored = await readStored(division, signal).catch(() => null)
      return toLoadOutcome(stored, await readTeams(division, reads).catch(() => null))
    },
    ({ kind }) => kind === 'loaded',
  )

function toLoadOutcome(stored: StoredPools | null, teams: ReachableTeam[] | null): LoadOutcome {
  if (teams === null) return { kind: 'failed', sentence: 'Failed to load teams' }
  return stored === null ? { kind: 'failed', sentence: 'Failed to load data' } : { kind: 'loaded', teams, stored }
}
