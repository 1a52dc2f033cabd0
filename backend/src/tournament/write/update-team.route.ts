import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { teamStream } from '@ultimate/events/tournament/team-state.ts'
import { updateTeamDecider } from '@ultimate/events/tournament/update-team.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { asSeenByAuthor, type FoundTeam, readTeam, teamReadBack } from '../read/teams/teams.query.ts'

export function updateTeamRoute(platform: Platform): Route {
  const answer = async (current: Edition, id: string, found?: FoundTeam) => {
    const { team, version } = found ?? (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
    return { status: 200, body: { team: asSeenByAuthor(team) }, version }
  }
  return commandRoute(
    platform,
    tournamentApi.updateTeam,
    async ({ params: { id }, body: data }, { send, current, expectedVersion }) => {
      const { capacity } = await current.facts()
      const options = { expectedVersion, readBack: teamReadBack({ edition: current.edition, capacity }, id) }
      const { found } = await send(updateTeamDecider, teamStream(id), { type: 'UpdateTeam', data }, options)
      return answer(current, id, found)
    },
    { current: ({ params: { id } }, { current }) => answer(current, id) },
  )
}
