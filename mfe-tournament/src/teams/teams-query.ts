import type { Team } from '@ultimate/events/tournament/api.ts'
import { ApiRefusal, call } from '@ultimate/kit/api.ts'
import { useLive } from '@ultimate/kit/live.ts'
import { useMutation, useQuery, useQueryClient } from '@ultimate/kit/query.ts'

/** Begins with the live topic's name: that is how the live stream finds what it has to refresh. */
const teamsKey = ['teams', 'registered']

const fetchTeams = async ({ signal }: { signal: AbortSignal }): Promise<Team[]> =>
  (await call('GET /api/registered-teams', {}, { signal })).teams

/** All registered teams, oldest first, as they are now. */
export function useTeams() {
  useLive(['teams'])
  return useQuery({ queryKey: teamsKey, queryFn: fetchTeams })
}

/** The server's sentence, or the HTTP status where it said none; without an answer our own. */
export const sentenceOf = (error: Error, otherwise: string): string =>
  error instanceof ApiRefusal ? error.message : otherwise

export interface TeamChange {
  readonly status?: Team['status']
  readonly paid?: boolean
}

/** Sets a team's status or paid mark. The list shows it once the server has accepted it. */
export function useUpdateTeam(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: TeamChange) => call('PUT /api/teams/{id}', { params: { id }, body }),
    onSuccess: async ({ team }) => {
      // An answer that was asked for before the change must not come in after it.
      await cache.cancelQueries({ queryKey: teamsKey })
      cache.setQueryData<Team[]>(teamsKey, (teams) => teams?.map((other) => (other.id === team.id ? team : other)))
    },
  })
}
