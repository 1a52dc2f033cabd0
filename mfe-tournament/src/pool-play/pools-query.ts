import type { Pool } from '@ultimate/events/tournament/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useLive } from '@ultimate/kit/request/live.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'

export type PublishedPools = Readonly<Record<Division, readonly Pool[]>>

async function fetchDivision(division: Division, signal: AbortSignal): Promise<Pool[]> {
  return (await call('GET /api/pool-play/published/{division}', { params: { division } }, { signal })).pools
}

async function fetchPools({ signal }: { signal: AbortSignal }): Promise<PublishedPools> {
  const [comp, rec] = await Promise.all([fetchDivision('comp', signal), fetchDivision('rec', signal)])
  return { comp, rec }
}

/** What the public may see of both divisions, as it is now. The key begins with the live topic's name. */
export function usePublishedPools() {
  useLive(['pools'])
  return useQuery({ queryKey: ['pools', 'published'], queryFn: fetchPools })
}
