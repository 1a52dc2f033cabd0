import type { Team } from '@ultimate/events/tournament/api.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useLive } from '@ultimate/kit/request/live.ts'
import { queryClient, useMutation, useQuery, useQueryClient } from '@ultimate/kit/request/query.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import type { KnownTeam } from './team-list.ts'

/** Begins with the live topic's name: that is how the live stream finds what it has to refresh. */
const teamsKey = ['teams', 'registered']

const fetchTeams = async ({ signal }: { signal: AbortSignal }): Promise<KnownTeam[]> =>
  (await call('GET /api/registered-teams', {}, { signal })).teams

/** All registered teams, oldest first, as they are now. What staff are shown is not kept for who comes after them. */
export function useTeams() {
  useLive(['teams'])
  const role = useSessionStore(({ user, isAuthenticated }) => (isAuthenticated ? (user?.role ?? null) : null))
  return useQuery({ queryKey: [...teamsKey, role], queryFn: fetchTeams })
}

/** Reads every list of teams again, and what depends on them. */
export const refreshTeams = (): Promise<unknown> =>
  Promise.all(['teams', 'pools'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })))

/** `1 team`, `12 teams`, `1,200 teams`. */
export const countOfTeams = (count: number): string =>
  count === 1 ? '1 team' : `${count.toLocaleString('en-US')} teams`

/** The server's sentence, or the HTTP status where it said none; without an answer our own. */
export const sentenceOf = (error: Error, otherwise: string): string =>
  error instanceof ApiError ? error.message : otherwise

export interface TeamChange {
  readonly status?: Team['status']
  readonly paid?: boolean
}

/** Sets a team's status or paid mark. The list shows it once the server has accepted it. */
export function useUpdateTeam(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: TeamChange) => call('PUT /api/teams/{id}', { params: { id }, body }),
    onSuccess: ({ team }) => showInList(cache, team),
  })
}

/** Confirms the captain's address by hand, so that the bid counts. */
export function useConfirmTeamAddress(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/teams/{id}/confirm-address', { params: { id } }),
    onSuccess: async ({ team }) => {
      await showInList(cache, team)
      // Teams behind it in the order may stand elsewhere now.
      await cache.invalidateQueries({ queryKey: teamsKey })
    },
  })
}

async function showInList(cache: ReturnType<typeof useQueryClient>, team: KnownTeam): Promise<void> {
  // An answer that was asked for before the change must not come in after it.
  await cache.cancelQueries({ queryKey: teamsKey })
  const shown = (other: KnownTeam) => (other.id === team.id ? { ...other, ...team } : other)
  cache.setQueriesData<KnownTeam[]>({ queryKey: teamsKey }, (teams) => teams?.map(shown))
}
