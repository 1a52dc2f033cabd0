import { compareNames } from '@ultimate/events/language/fold.ts'
import type { Team } from '@ultimate/events/tournament/api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useLiveQuery } from '@ultimate/kit/request/live.ts'

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
