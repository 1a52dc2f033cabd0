import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { teamStream } from '@ultimate/events/tournament/team-state.ts'
import { type UpdateTeam, updateTeamDecider } from '@ultimate/events/tournament/update-team.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { asSeenByAuthor, type FoundTeam, readTeam, teamReadBack } from '../read/teams/teams.query.ts'

export function updateTeamRoute({ commands, current }: Platform): Route {
  const answer = async (id: string, found?: FoundTeam) => {
    const { team, version } = found ?? (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
    return { status: 200, body: { team: asSeenByAuthor(team) }, version }
  }
  return route(
    tournamentApi.updateTeam,
    async ({ params: { id }, body }, { command: context, expectedVersion }) => {
      const command: UpdateTeam = { type: 'UpdateTeam', data: body, metadata: { now: context.now } }
      const { capacity } = await current.facts()
      const readBack = teamReadBack({ edition: current.edition, capacity }, id)
      const handling = { stream: teamStream(id), command, expectedVersion, readBack }
      const { found } = await commands.handle(updateTeamDecider, handling, context)
      return answer(id, found)
    },
    { current: ({ params: { id } }) => answer(id) },
  )
}
