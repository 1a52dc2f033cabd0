import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { LiveChange } from '@ultimate/events/platform/api.ts'
import type { Team } from '@ultimate/events/tournament/api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLive, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { throttled } from '@ultimate/kit/request/throttled.ts'

// As the device's own sign-ups, these change with the topic `slots`, which every visitor may follow.
const dishCountsKey: LiveKey = ['slots', 'dish-counts']

/** Sign-ups of this device, oldest first. */
export const useOwnSignups = () =>
  useLiveQuery({
    key: ['slots', 'mine'],
    read: async (signal): Promise<OwnSignup[]> => (await call('GET /api/dinner-signup/mine', {}, { signal })).signups,
  })

/** Many teams are restored together. */
const readDishCounts = throttled(() => void refresh(dishCountsKey), 250)

function followRestored({ type }: LiveChange): void {
  if (type === 'TeamRestored') readDishCounts()
}

/** How many dishes each team brings, by the team's id. A restored team is counted again. */
export function useDishCounts() {
  useLive(['teams'], followRestored)
  return useLiveQuery({
    key: dishCountsKey,
    read: async (signal): Promise<ReadonlyMap<string, number>> => {
      const { teamCounts } = await call('GET /api/team-dish-counts', {}, { signal })
      return new Map(teamCounts.map(({ captain_id, dish_count }) => [captain_id, dish_count]))
    },
  })
}

/** Whom one can sign up for. */
export interface Captain {
  readonly id: string
  readonly team: string
  readonly name: string
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Registered teams with their captains, by the team's name. */
export const useCaptains = () =>
  useLiveQuery({
    key: ['teams', 'captains'],
    read: async (signal): Promise<Captain[]> => {
      const { teams } = await call('GET /api/registered-teams', {}, { signal })
      return teams.map(asCaptain).toSorted((one, other) => collator.compare(one.team, other.team))
    },
  })

const asCaptain = (team: Team): Captain => ({ id: team.id, team: team.team_name, name: team.captain_name })
