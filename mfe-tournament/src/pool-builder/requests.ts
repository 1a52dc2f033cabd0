import type { SavedPool } from '@ultimate/events/tournament/pools.ts'
import type { Pool, PoolsState, ReachableTeam } from '@ultimate/events/tournament/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import type { StoredPools } from './machine/stored-pools.ts'
import type { LoadOutcome, WriteOutcome } from './machine/work.ts'

export const otherThan = (division: Division): Division => (division === 'comp' ? 'rec' : 'comp')

/** Teams by their ids, as pools are saved. */
export const arranged = (pools: readonly Pool[]): SavedPool[] =>
  pools.map(({ id, name, size, teams }) => ({ id, name, size, teams: teams.map((team) => team?.id ?? null) }))

export const ifMatch = (version: number) => ({ ifMatch: `"v${version}"` })

export const writeSaved = (division: Division, pools: readonly SavedPool[], version: number): Promise<PoolsState> =>
  call('POST /api/pool-play/save', { body: { division, pools: [...pools] } }, ifMatch(version))

export const readSaved = (division: Division) => call('GET /api/pool-play/pools/{division}', { params: { division } })
export const readPublished = (division: Division) =>
  call('GET /api/pool-play/published/{division}', { params: { division } })

export async function readTeams(division: Division): Promise<ReachableTeam[]> {
  return (await call('GET /api/pool-play/teams/{division}', { params: { division } })).teams
}

/** The summary of the other division, from a read or from the answer of a write. */
export const otherOf = ({ pools, published }: Pick<PoolsState, 'pools' | 'published'>): StoredPools['other'] => ({
  hasSaved: pools.length > 0,
  hasPublished: published.length > 0,
})

async function readStored(division: Division): Promise<StoredPools> {
  const other = otherThan(division)
  const [saved, published, otherSaved, otherPublished, history] = await Promise.all([
    readSaved(division),
    readPublished(division),
    readSaved(other),
    readPublished(other),
    call('GET /api/pool-play/history/{division}', { params: { division }, query: { limit: 1 } }),
  ])
  const [last] = history.entries
  return {
    saved: arranged(saved.pools),
    published: arranged(published.pools),
    // After a write between the two answers, the older version makes the next save fail as stale.
    version: Math.min(saved.version, published.version),
    changed: last ? { name: last.by.name, at: last.at } : null,
    other: otherOf({ pools: otherSaved.pools, published: otherPublished.pools }),
  }
}

export async function loadPools(division: Division): Promise<LoadOutcome> {
  const teams = await readTeams(division).catch(() => null)
  if (teams === null) return { kind: 'failed', sentence: 'Failed to load teams' }
  try {
    return { kind: 'loaded', teams, stored: await readStored(division) }
  } catch {
    return { kind: 'failed', sentence: 'Failed to load data' }
  }
}

export const storedAfter = (
  before: StoredPools,
  { pools, published, version, changed }: PoolsState,
  other = before.other,
): StoredPools => ({
  saved: arranged(pools),
  published: arranged(published),
  version,
  changed,
  other,
})

export const isStale = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'STALE'

/** A write of this stored's division that came too late, or was declined; anything else goes on as an error. */
export function declined(error: unknown, stored: StoredPools): WriteOutcome {
  if (isStale(error)) return { kind: 'stale', theirs: storedAfter(stored, error.current as PoolsState) }
  if (error instanceof ApiError) return { kind: 'refused', sentence: error.message }
  throw error
}

/** After several writes, some of which may have failed, only the server knows what there is. */
export async function settledAfter(
  division: Division,
  stored: StoredPools,
  tone: 'good' | 'warn' | 'bad',
  text: string,
): Promise<WriteOutcome> {
  const now = await readStored(division).catch(() => stored)
  return { kind: 'settled', stored: now, notice: { tone, text } }
}
