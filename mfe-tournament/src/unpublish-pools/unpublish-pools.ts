import type { PoolsState } from '@ultimate/events/tournament/pools-api.ts'
import { type Division, divisions } from '@ultimate/events/tournament/team.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import type { WriteOutcome, Writing } from '../pool-builder/machine/work.ts'
import {
  arranged,
  declined,
  ifMatch,
  isStale,
  readPublished,
  readSaved,
  settledAfter,
  writeSaved,
} from '../pool-builder/requests.ts'

/** Saves every division's published pools as its draft, and unpublishes them once that has succeeded. */
export async function unpublishPools({ division, stored }: Writing): Promise<WriteOutcome> {
  const versions = new Map<Division, number>()
  try {
    for (const each of divisions) {
      const { pools, version } = await readPublished(each)
      if (each === division && version !== stored.version) throw await staleNow(division)
      if (pools.length > 0) versions.set(each, (await writeSaved(each, arranged(pools), version)).version)
    }
  } catch (error) {
    if (isStale(error)) return declined(error, stored)
    return settledAfter(division, stored, 'bad', 'Failed to save some published pools before unpublishing')
  }
  const results = await Promise.allSettled(
    [...versions].map(([each, version]) =>
      call('DELETE /api/pool-play/clear-published/{division}', { params: { division: each } }, ifMatch(version)),
    ),
  )
  const failed = results.filter(({ status }) => status === 'rejected').length
  if (failed === results.length && failed > 0) return settledAfter(division, stored, 'bad', 'Failed to unpublish pools')
  if (failed > 0) {
    const text = 'Pools unpublished but some may still be visible to public. Please try again.'
    return settledAfter(division, stored, 'warn', text)
  }
  const text = 'All pools unpublished successfully! Published pools moved to saved configuration.'
  return settledAfter(division, stored, 'good', text)
}

/** The server's current state, as the error of a stale write. */
async function staleNow(division: Division): Promise<ApiError> {
  const current = await currentState(division)
  return new ApiError(412, { code: 'STALE', message: 'Somebody else changed this in the meantime.', current })
}

async function currentState(division: Division): Promise<PoolsState> {
  const [saved, published, history] = await Promise.all([
    readSaved(division),
    readPublished(division),
    call('GET /api/pool-play/history/{division}', { params: { division }, query: { limit: 1 } }),
  ])
  const [last] = history.entries
  return {
    division,
    pools: saved.pools,
    published: published.pools,
    version: Math.min(saved.version, published.version),
    changed: last ? { name: last.by.name, at: last.at } : null,
  }
}
