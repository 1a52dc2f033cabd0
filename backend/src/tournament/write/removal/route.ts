import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { areTeamsKnown, readTeam } from '../../read/teams/query.ts'
import { toEachTeam } from '../each-team.ts'
import { freeLostPlaces } from '../pools/free-places.ts'
import { teamStream } from '../team.ts'
import { type RemoveTeams, type RestoreTeam, removeTeamsDecider, restoreTeamDecider } from './decide.ts'

/**
 * The teams are streams of their own, so this is all or nothing because their existence is checked first, and
 * that a team which was registered once stays known for ever. A request that is cut off in the middle goes on where it
 * was when it is sent again.
 */
export function removeTeamsRoute({ commands, current }: EditionPlatform): Route {
  return route(tournamentApi.removeTeams, async ({ body: { ids, reason } }, { command: context }) => {
    const named = [...new Set(ids)]
    if (!(await areTeamsKnown(current, named))) return tournamentErrors.fail('TEAM_NOT_FOUND')
    const command: RemoveTeams = { type: 'RemoveTeams', data: { reason }, metadata: { now: context.now } }
    const removed = await toEachTeam(commands, { decider: removeTeamsDecider, command }, named, context)
    await freeLostPlaces({ commands, current }, context)
    return { status: 200, body: { removed } }
  })
}

export function restoreTeamRoute({ commands, current }: EditionPlatform): Route {
  return route(tournamentApi.restoreTeam, async ({ params: { id } }, { command: context }) => {
    // While the team is still out: afterwards its old place looks like a new one.
    await freeLostPlaces({ commands, current }, context)
    const command: RestoreTeam = { type: 'RestoreTeam', data: {}, metadata: { now: context.now } }
    await commands.handle(restoreTeamDecider, { stream: teamStream(id), command }, context)
    const { team, version } = (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
    return { status: 200, body: { team }, version }
  })
}

/** Many at once, all or none, as `remove-teams` does. */
export function restoreTeamsRoute({ commands, current }: EditionPlatform): Route {
  return route(tournamentApi.restoreTeams, async ({ body: { ids } }, { command: context }) => {
    const named = [...new Set(ids)]
    if (!(await areTeamsKnown(current, named))) return tournamentErrors.fail('TEAM_NOT_FOUND')
    await freeLostPlaces({ commands, current }, context)
    const command: RestoreTeam = { type: 'RestoreTeam', data: {}, metadata: { now: context.now } }
    const restored = await toEachTeam(commands, { decider: restoreTeamDecider, command }, named, context)
    return { status: 200, body: { restored } }
  })
}
