import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useLive } from '@ultimate/kit/request/live.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import type { KnownTeam } from './team-list.ts'

/** Begins with the live topic's name, so that the live stream finds what to refresh. */
export const teamsKey = ['teams', 'registered']

const fetchTeams = async ({ signal }: { signal: AbortSignal }): Promise<KnownTeam[]> =>
  (await call('GET /api/registered-teams', {}, { signal })).teams

/**
 * All registered teams, oldest first, as they are now. The key has the role, so that visitors never see what staff see.
 */
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

/** The server's sentence, or the HTTP status where there is none; `otherwise` without an answer. */
export const sentenceOf = (error: Error, otherwise: string): string =>
  error instanceof ApiError ? error.message : otherwise

/** Shows what the server answered about one team. */
export async function showInList(team: KnownTeam): Promise<void> {
  // The answer to a read from before the change must not arrive after it.
  await queryClient.cancelQueries({ queryKey: teamsKey })
  const shown = (other: KnownTeam) => (other.id === team.id ? { ...other, ...team } : other)
  queryClient.setQueriesData<KnownTeam[]>({ queryKey: teamsKey }, (teams) => teams?.map(shown))
}
