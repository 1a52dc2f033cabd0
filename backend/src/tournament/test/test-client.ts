import type { Team } from '@ultimate/events/tournament/api.ts'
import type { HistoryEntry, Pool, PoolsState, ReachableTeam } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Configuration } from '../../platform/configuration/configuration.ts'
import { type Someone, testApp } from '../../test/test-app.ts'

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
  /** Only the fields that the call answers with are set. */
  readonly body: {
    readonly team: Team
    /** Teams of a division have contact data as well. */
    readonly teams: ReachableTeam[]
    readonly removed: number
    readonly restored: number
    readonly pools: Pool[]
    readonly published: Pool[]
    readonly version: number
    readonly draft: PoolsState['draft']
    readonly changed: PoolsState['changed']
    readonly entries: HistoryEntry[]
    readonly next: number | null
    readonly slot?: { readonly id: string }
    readonly code: string
    readonly fields?: Readonly<Record<string, string>>
  }
}

/** The whole app, seen through HTTP, with what registration and pools need. */
export async function tournamentClient(settings: Partial<Configuration> = {}) {
  const app = await testApp(settings)
  return {
    ...app,
    call: async (
      method: string,
      path: string,
      { as = 'visitor', headers = {}, body }: Sent = {},
    ): Promise<Received> => {
      const response = await fetch(`${app.origin}/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(await app.signIn(as)), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : undefined }
    },
    /** Counts the events in the streams of a category. */
    eventCount: async (category: 'team' | 'pools'): Promise<number> => {
      const [row] = await app.sql<{ count: number }[]>`
        select count(*)::int as count from events where category = ${category}`
      return row?.count ?? -1
    },
  }
}
