import { compareNames } from '@ultimate/events/language/fold.ts'
import type { LiveChange } from '@ultimate/events/platform/api.ts'
import type { Team } from '@ultimate/events/tournament/api.ts'
import { useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'

/** A captain whose team a visitor can sign up for. */
export interface Captain {
  /** The id of the team. */
  readonly id: string
  readonly team: string
  readonly name: string
  readonly isConfirmed: boolean
}

export const nameOfCaptain = ({ name, team }: Captain): string => `${name} · ${team}`

/** Registered teams with their captains, by the team's name. */
export const useCaptains = () =>
  useLiveQuery({
    key: ['teams', 'captains'],
    read: async (signal): Promise<Captain[]> => {
      const { teams } = await call('GET /api/registered-teams', {}, { signal })
      return teams.map(toCaptain).toSorted((one, other) => compareNames(one.team, other.team))
    },
  })

const toCaptain = (team: Team): Captain => ({
  id: team.id,
  team: team.team_name,
  name: team.captain_name,
  isConfirmed: team.status === 'confirmed',
})

// Stands under the topic `slots`, which every visitor may follow: sign-ups change the counts.
const dishCountsKey: LiveKey = ['slots', 'dish-counts']

const isRestored = ({ type }: LiveChange): boolean => type === 'TeamRestored'

/** Reads the number of dishes that each team brings, by the team's id. A restored team is counted again. */
export function useDishCounts() {
  useLiveReads({ topics: ['teams'], isNews: isRestored, readAgain: () => void refresh(dishCountsKey) })
  return useLiveQuery({
    key: dishCountsKey,
    read: async (signal): Promise<ReadonlyMap<string, number>> => {
      const { teamCounts } = await call('GET /api/team-dish-counts', {}, { signal })
      return new Map(teamCounts.map(({ captain_id, dish_count }) => [captain_id, dish_count]))
    },
  })
}
