import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { fillSpotDecider, teamStream, updateTeamDecider } from '@ultimate/events/tournament/bid.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import type { ReadOffers } from '../read/free-spots.query.ts'
import { asSeenByAuthor, type FoundTeam, readTeam, teamReadBack } from '../read/teams/teams.query.ts'

export const teamUpdateRoutes = (platform: Platform, readOffers: ReadOffers): Route[] => [
  updateTeamRoute(platform),
  fillSpotRoute(platform, readOffers),
]

function updateTeamRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    tournamentApi.updateTeam,
    async ({ params: { id }, body: data }, { send, current, expectedVersion }) => {
      const { capacity } = await current.facts()
      const options = { expectedVersion, readBack: teamReadBack({ edition: current.edition, capacity }, id) }
      const { found } = await send(updateTeamDecider, teamStream(id), { type: 'UpdateTeam', data }, options)
      return answer(current, id, found)
    },
    { answerIfStale: ({ params: { id } }, { current }) => answer(current, id) },
  )
}

/** Looks the offer up again, because the page that showed it may be old. */
function fillSpotRoute(platform: Platform, readOffers: ReadOffers): Route {
  return commandRoute(platform, tournamentApi.fillSpot, async ({ params: { id } }, { send, current }) => {
    const offer = (await readOffers()).find(({ team }) => team.id === id)
    const spot = offer ? { leftBy: offer.left_by?.id ?? null } : null
    await send(fillSpotDecider, teamStream(id), { type: 'FillSpot', data: { spot } })
    return answer(current, id)
  })
}

async function answer(current: Edition, id: string, found?: FoundTeam) {
  const { team, version } = found ?? (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
  return { status: 200, body: { team: asSeenByAuthor(team) }, version }
}
