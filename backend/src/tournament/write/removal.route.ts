import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import {
  type RemoveTeams,
  type RestoreTeam,
  removeTeamsDecider,
  restoreTeamDecider,
} from '@ultimate/events/tournament/remove-team.ts'
import { teamStream } from '@ultimate/events/tournament/team-state.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { areTeamsKnown, readTeam } from '../read/teams/teams.query.ts'
import { toEachTeam } from './each-team.ts'
import { freeLostPlaces } from './pools/free-places.ts'
import { giveBackLostPlaces, readPlacesToGiveBack } from './pools/give-back-places.ts'

/**
 * The teams are streams of their own, so this is all or nothing because their existence is checked first, and
 * that a team which was registered once stays known for ever. A request that is cut off in the middle goes on where it
 * was when it is sent again.
 */
export function removeTeamsRoute({ commands, current }: Platform): Route {
  return route(tournamentApi.removeTeams, async ({ body: { ids, reason } }, { command: context }) => {
    const named = [...new Set(ids)]
    if (!(await areTeamsKnown(current, named))) return tournamentErrors.fail('TEAM_NOT_FOUND')
    const command: RemoveTeams = { type: 'RemoveTeams', data: { reason }, metadata: { now: context.now } }
    const removed = await toEachTeam(commands, { decider: removeTeamsDecider, command }, named, context)
    await freeLostPlaces({ commands, current }, context)
    return { status: 200, body: { removed } }
  })
}

export function restoreTeamRoute(platform: Platform): Route {
  return route(tournamentApi.restoreTeam, async ({ params: { id } }, { command: context }) => {
    const { commands, current } = platform
    const command: RestoreTeam = { type: 'RestoreTeam', data: {}, metadata: { now: context.now } }
    await withPlaces(platform, [id], context, () =>
      commands.handle(restoreTeamDecider, { stream: teamStream(id), command }, context),
    )
    const { team, version } = (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
    return { status: 200, body: { team }, version }
  })
}

/** Many at once, all or none, as `remove-teams` does. */
export function restoreTeamsRoute(platform: Platform): Route {
  return route(tournamentApi.restoreTeams, async ({ body: { ids } }, { command: context }) => {
    const { commands, current } = platform
    const named = [...new Set(ids)]
    if (!(await areTeamsKnown(current, named))) return tournamentErrors.fail('TEAM_NOT_FOUND')
    const command: RestoreTeam = { type: 'RestoreTeam', data: {}, metadata: { now: context.now } }
    const { done: restored, places } = await withPlaces(platform, named, context, () =>
      toEachTeam(commands, { decider: restoreTeamDecider, command }, named, context),
    )
    return { status: 200, body: { restored, places } }
  })
}

/** Restores teams, and gives them back the places in pools that are still free. */
async function withPlaces<T>(
  platform: Platform,
  teams: readonly string[],
  context: CommandContext,
  restore: () => Promise<T>,
) {
  // While the teams are still out: afterwards their old places look like new ones.
  await freeLostPlaces(platform, context)
  const lost = await readPlacesToGiveBack(platform, teams)
  const done = await restore()
  const places = await giveBackLostPlaces(platform, lost, context)
  // One of them may have been removed again meanwhile.
  if (places.back > 0) await freeLostPlaces(platform, context)
  return { done, places }
}
