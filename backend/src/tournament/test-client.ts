import type { Team } from '@ultimate/events/tournament/api.ts'
import type { HistoryEntry, Pool, PoolsState, ReachableTeam } from '@ultimate/events/tournament/pools-api.ts'
import type { Configuration } from '../platform/configuration.ts'
import { type Someone, testHouse } from '../test-house.ts'

export interface Sent {
  readonly as?: Someone
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown
}
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Which of these there are depends on the call. */
  readonly body: {
    readonly team: Team
    /** Those of a division have contact data as well. */
    readonly teams: ReachableTeam[]
    readonly removed: number
    readonly restored: number
    readonly pools: Pool[]
    readonly published: Pool[]
    readonly version: number
    readonly changed: PoolsState['changed']
    readonly entries: HistoryEntry[]
    readonly next: number | null
    readonly slot?: { readonly id: string }
    readonly code: string
    readonly fields?: Readonly<Record<string, string>>
  }
}

/** The whole house, seen through HTTP, with what registration and pools need. */
export async function tournamentClient(settings: Partial<Configuration> = {}) {
  const house = await testHouse(settings)
  return {
    ...house,
    call: async (
      method: string,
      path: string,
      { as = 'visitor', headers = {}, body }: Sent = {},
    ): Promise<Received> => {
      const response = await fetch(`${house.origin}/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(await house.signIn(as)), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : undefined }
    },
    /** How many facts the streams of a category hold. */
    eventCount: async (category: 'team' | 'pools'): Promise<number> => {
      const [row] = await house.sql<{ count: number }[]>`
        select count(*)::int as count from events where category = ${category}`
      return row?.count ?? -1
    },
  }
}
