import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { teamStream } from '@ultimate/events/tournament/team-state.ts'
import { fillSpotDecider } from '@ultimate/events/tournament/update-team.ts'
import { commandRoute } from '../../platform/http/command-route.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import type { ReadOffers } from '../read/free-spots.query.ts'
import { asSeenByAuthor, readTeam } from '../read/teams/teams.query.ts'

/** The offer is looked up when it is taken: the page that shows it may be older. */
export function fillSpotRoute(platform: Platform, readOffers: ReadOffers): Route {
  return commandRoute(platform, tournamentApi.fillSpot, async ({ params: { id } }, { send, current }) => {
    const offer = (await readOffers()).find(({ team }) => team.id === id)
    const spot = offer ? { leftBy: offer.left_by?.id ?? null } : null
    await send(fillSpotDecider, teamStream(id), { type: 'FillSpot', data: { spot } })
    const { team, version } = (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
    return { status: 200, body: { team: asSeenByAuthor(team) }, version }
  })
}
