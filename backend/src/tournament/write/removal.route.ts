import type { HandleResult } from '@ultimate/event-store/commands.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { removeTeamsDecider, restoreTeamDecider, teamStream } from '@ultimate/events/tournament/bid.ts'
import { commandRoute, withoutKey } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { areTeamsKnown, readTeam } from '../read/teams/teams.query.ts'
import { freeLostPlaces, giveBackLostPlaces, readPlacesToGiveBack, type SendingPlaces } from './pools/lost-places.ts'

/** The number of commands of one request that run at once, so that other requests get their turn in between. */
const atOnce = 32

/** Sends a command to each of these teams, which are all known; gives how many of them it changed. */
async function toEachTeam(
  [first = '', ...others]: readonly string[],
  send: (id: string, options?: typeof withoutKey) => Promise<Pick<HandleResult<unknown, never>, 'outcome'>>,
): Promise<number> {
  const results = [await send(first)]
  for (let index = 0; index < others.length; index += atOnce) {
    const group = others.slice(index, index + atOnce)
    results.push(...(await Promise.all(group.map((id) => send(id, withoutKey)))))
  }
  return results.filter(({ outcome }) => outcome !== 'unchanged').length
}

/**
 * The teams are streams of their own, so this is all or nothing because their existence is checked first, and
 * that a team which was registered once stays known for ever. A request that is cut off in the middle goes on where it
 * was when it is sent again.
 */
export function removeTeamsRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.removeTeams, async ({ body: { ids, reason } }, { send, current }) => {
    const named = await requireTeams(current, ids)
    const removed = await toEachTeam(named, (id, options) =>
      send(removeTeamsDecider, teamStream(id), { type: 'RemoveTeams', data: { reason } }, options),
    )
    await freeLostPlaces({ send, current })
    return { status: 200, body: { removed } }
  })
}

async function requireTeams(current: Edition, ids: readonly string[]): Promise<readonly string[]> {
  const named = [...new Set(ids)]
  return (await areTeamsKnown(current, named)) ? named : tournamentErrors.fail('TEAM_NOT_FOUND')
}

export function restoreTeamRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.restoreTeam, async ({ params: { id } }, { send, current }) => {
    await withPlaces({ ...platform, send, current }, [id], () =>
      send(restoreTeamDecider, teamStream(id), { type: 'RestoreTeam', data: {} }),
    )
    const { team, version } = (await readTeam(current, id)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
    return { status: 200, body: { team }, version }
  })
}

/** Many at once, all or none, as `remove-teams` does. */
export function restoreTeamsRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.restoreTeams, async ({ body: { ids } }, { send, current }) => {
    const named = await requireTeams(current, ids)
    const { done: restored, places } = await withPlaces({ ...platform, send, current }, named, () =>
      toEachTeam(named, (id, options) =>
        send(restoreTeamDecider, teamStream(id), { type: 'RestoreTeam', data: {} }, options),
      ),
    )
    return { status: 200, body: { restored, places } }
  })
}

/** Restores teams, and gives them back the places in pools that are still free. */
async function withPlaces<T>(
  known: Pick<Platform, 'log'> & SendingPlaces,
  teams: readonly string[],
  restore: () => Promise<T>,
) {
  // Lost places must be freed while the teams are still out: afterwards they look like new places.
  await freeLostPlaces(known)
  const lost = await readPlacesToGiveBack(known, teams)
  const done = await restore()
  const places = await giveBackLostPlaces(known, lost)
  // One of them may have been removed again meanwhile.
  if (places.back > 0) await freeLostPlaces(known)
  return { done, places }
}
