import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { type StaffTeam, type Team, tournamentApi } from '@ultimate/events/tournament/api.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { openTeam } from '../../write/note-contacts-shown.ts'
import { readRemovedTeams, type TeamLists, teamLists } from './teams.query.ts'

type Body = { teams: (Team | StaffTeam)[] }

/** Bids that do not count yet are shown to those who may confirm them by hand, and to no one else. */
export function listTeamsRoute({ current, log }: Platform): Route {
  const lists = cachedUntilAppend(log, teamLists(current))
  const bodies = new WeakMap<TeamLists, { public: Body; staff: Body }>()
  return route(tournamentApi.listTeams, async (_, { user }) => {
    const known = await lists()
    const body = bodies.get(known) ?? { public: { teams: [...known.public] }, staff: { teams: [...known.staff] } }
    // The same body as long as the list is the same, because the server writes out each object once.
    bodies.set(known, body)
    if (!isAllowed(adminOrTd, user?.role ?? null)) return { status: 200, body: body.public }
    return { status: 200, body: body.staff, headers: { 'cache-control': 'no-store' } }
  })
}

export function readTeamRoute(platform: Platform): Route {
  return route(tournamentApi.readTeam, async ({ params: { id } }, { command: context }) => {
    const { team, version } = await openTeam(platform, id, context)
    return { status: 200, body: { team }, version }
  })
}

export function listRemovedTeamsRoute({ current }: Platform): Route {
  return route(tournamentApi.listRemovedTeams, async () => {
    const teams = await readRemovedTeams(current)
    return { status: 200, body: { teams } }
  })
}
