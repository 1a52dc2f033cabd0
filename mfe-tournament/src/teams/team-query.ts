import type { TeamPage } from '@ultimate/events/tournament/team-api.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'

export const teamPath = (id: string): string => `/registration/team?id=${id}`

export const teamKey = (id: string): LiveKey => ['teams', 'page', id]

/** There is no such team, or the address names none. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'TEAM_NOT_FOUND' || error.status === 422)

/** All of a bid. The server records the look, once, however often it is read again. */
export function useTeamPage(id: string) {
  return useLiveQuery({
    key: teamKey(id),
    read: async (signal): Promise<TeamPage> => (await call('GET /api/teams/{id}', { params: { id } }, { signal })).team,
    retry: (failures, error) => failures < 1 && !isUnknown(error),
  })
}
