import type { BidStatus } from '@ultimate/events/tournament/team.ts'
import type { TeamPage } from '@ultimate/events/tournament/team-api.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { noting, showAnswer } from '@ultimate/kit/request/late-answers.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useMemo } from 'react'
import { numberTeams, type ShownTeam } from './team-list.ts'

export const teamsKey: LiveKey = ['teams', 'registered']

/** Reads all registered teams, oldest first. The key has the role, so that visitors never see the list of staff. */
export function useTeams() {
  const role = useSessionStore(({ user, isAuthenticated }) => (isAuthenticated ? (user?.role ?? null) : null))
  const key: LiveKey = [...teamsKey, role]
  return useLiveQuery({
    key,
    read: noting(
      key,
      async (signal): Promise<ShownTeam[]> => (await call('GET /api/registered-teams', {}, { signal })).teams,
    ),
  })
}

/** Returns number and status of a bid; null until the list with it is read. */
export function useBidStatus(id: string): BidStatus | null {
  const { data: teams } = useTeams()
  const listed = useMemo(() => numberTeams(teams ?? []).find(({ team }) => team.id === id), [teams, id])
  return listed?.order == null ? null : { number: listed.order, status: listed.team.status }
}

/** Reads the lists of teams again, and the pools, which depend on them. */
export const refreshTeams = (): Promise<unknown> => Promise.all([refresh(['teams']), refresh(['pools'])])

/** `1 team`, `12 teams`, `1,200 teams`. */
export const teamsInWords = (count: number): string =>
  count === 1 ? '1 team' : `${count.toLocaleString('en-US')} teams`

/** Shows the team of an answer in the list. `key` is the idempotency key of the request. */
export const showInList = (team: ShownTeam, key: string): Promise<void> =>
  showAnswer<ShownTeam[]>(
    teamsKey,
    (teams) => teams.map((other) => (other.id === team.id ? { ...other, ...team } : other)),
    key,
  )

export const teamPath = (id: string): string => `/registration/team?id=${id}`

export const teamKey = (id: string): LiveKey => ['teams', 'page', id]

/** True where there is no such team, or the address of the page names no team. */
export const isUnknownTeam = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'TEAM_NOT_FOUND' || error.status === 422)

/** Reads a whole bid. The server records once that the user saw it, however often it is read. */
export function useTeamPage(id: string) {
  return useLiveQuery({
    key: teamKey(id),
    read: async (signal): Promise<TeamPage> => (await call('GET /api/teams/{id}', { params: { id } }, { signal })).team,
    retry: (failures, error) => failures < 1 && !isUnknownTeam(error),
  })
}
