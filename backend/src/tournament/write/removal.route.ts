import type { HandleResult } from '@ultimate/event-store/commands.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { removeTeamsDecider, restoreTeamDecider, teamStream } from '@ultimate/events/tournament/bid.ts'
import { commandRoute, withoutKey } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { areTeamsKnown, readTeam } from '../read/teams/teams.query.ts'
import { freeLostPlaces, giveBackLostPlaces, readPlacesToGiveBack, type SendingPlaces } from './pools/lost-places.ts'

export const removalRoutes = (platform: Platform): Route[] => [
  removeTeamsRoute(platform),
  restoreTeamRoute(platform),
  restoreTeamsRoute(platform),
]

/** The number of commands of one request that run at once, so that other requests get their turn in between. */
const maxAtOnce = 32

/**
 * Sends a command to each of these teams, and returns how many of them it changed. Only the first command stores the
 * request's idempotency key.
 */
async function sendToEach(
  ids: readonly string[],
  send: (id: string, options?: typeof withoutKey) => Promise<Pick<HandleResult<unknown, never>, 'outcome'>>,
): Promise<number> {
  const results = await Promise.all(ids.slice(0, 1).map((id) => send(id)))
  for (let index = 1; index < ids.length; index += maxAtOnce) {
    const group = ids.slice(index, index + maxAtOnce)
    results.push(...(await Promise.all(group.map((id) => send(id, withoutKey)))))
  }
  return results.filter(({ outcome }) => outcome !== 'unchanged').length
}

/**
 * Each team has its own stream, so no transaction makes this all or nothing. But all ids are checked first, and a team
 * that was registered stays known. An interrupted request continues where it was when it is sent again.
 */
function removeTeamsRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.removeTeams, async ({ body: { ids, reason } }, { send, current }) => {
    const teams = await requireTeams(current, ids)
    const removed = await sendToEach(teams, (id, options) =>
      send(removeTeamsDecider, teamStream(id), { type: 'RemoveTeams', data: { reason } }, options),
    )
    await freeLostPlaces({ send, current })
    return { status: 200, body: { removed } }
  })
}

async function requireTeams(current: Edition, ids: readonly string[]): Promise<readonly string[]> {
  const teams = [...new Set(ids)]
  return (await areTeamsKnown(current, teams)) ? teams : tournamentErrors.fail('TEAM_NOT_FOUND')
}

function restoreTeamRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.restoreTeam, async ({ params: { id } }, { send, current }) => {
    await restoreWithPlaces({ ...platform, send, current }, [id], () =>
      send(restoreTeamDecider, teamStream(id), { type: 'RestoreTeam', data: {} }),
    )
    const { team, version } = (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
    return { status: 200, body: { team }, version }
  })
}

/** Restores many at once, as `removeTeamsRoute` removes them. */
function restoreTeamsRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.restoreTeams, async ({ body: { ids } }, { send, current }) => {
    const teams = await requireTeams(current, ids)
    const { result: restored, places } = await restoreWithPlaces({ ...platform, send, current }, teams, () =>
      sendToEach(teams, (id, options) =>
        send(restoreTeamDecider, teamStream(id), { type: 'RestoreTeam', data: {} }, options),
      ),
    )
    return { status: 200, body: { restored, places } }
  })
}

/** Runs `restore`, and gives the restored teams back the places in pools that are still free. */
async function restoreWithPlaces<T>(
  platform: Pick<Platform, 'log'> & SendingPlaces,
  teams: readonly string[],
  restore: () => Promise<T>,
) {
  // Places must be freed while the teams are still removed, because afterwards they look like new places.
  await freeLostPlaces(platform)
  const placesToGiveBack = await readPlacesToGiveBack(platform, teams)
  const result = await restore()
  const places = await giveBackLostPlaces(platform, placesToGiveBack)
  // One of the teams may have been removed again meanwhile.
  if (places.back > 0) await freeLostPlaces(platform)
  return { result, places }
}
