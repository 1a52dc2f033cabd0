import { tournamentApi, tournamentRefusals } from '@ultimate/events/tournament/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readTeam } from '../../read/teams/query.ts'
import { evolve, initialState, teamStream } from '../team.ts'
import { type UpdateTeam, updateTeam } from './decide.ts'

export const updateTeamDecider = { decide: updateTeam, evolve, initialState }

export function updateTeamRoute({ commands, sql }: Platform): Route {
  return route(tournamentApi.updateTeam, async ({ params: { id }, body }, context) => {
    const command: UpdateTeam = { type: 'UpdateTeam', data: body, metadata: { now: context.command.now } }
    const { version } = await commands.handle(
      updateTeamDecider,
      {
        stream: teamStream(id),
        command,
        ...(context.expectedVersion !== undefined && { expectedVersion: context.expectedVersion }),
      },
      context.command,
    )
    const team = (await readTeam(sql, id)) ?? tournamentRefusals.refuse('TEAM_NOT_FOUND')
    return { status: 200, body: { team }, version }
  })
}
