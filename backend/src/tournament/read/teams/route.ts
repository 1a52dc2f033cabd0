import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { type StaffTeam, type Team, tournamentApi } from '@ultimate/events/tournament/api.ts'
import { cachedUntilAppend } from '../../../platform/event-store/read/log.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { type TeamLists, teamLists } from './query.ts'

type Body = { teams: (Team | StaffTeam)[] }

/** Bids that do not count yet are shown to those who may confirm them by hand, and to nobody else. */
export function listTeamsRoute({ sql, log }: Platform): Route {
  const lists = cachedUntilAppend(log, teamLists(sql))
  const bodies = new WeakMap<TeamLists, { everybody: Body; staff: Body }>()
  return route(tournamentApi.listTeams, async (_, { user }) => {
    const known = await lists()
    const body = bodies.get(known) ?? { everybody: { teams: [...known.everybody] }, staff: { teams: [...known.staff] } }
    // The same body as long as the list is the same, because the server writes out each object once.
    bodies.set(known, body)
    if (!isAllowed(adminOrTd, user?.role ?? null)) return { status: 200, body: body.everybody }
    return { status: 200, body: body.staff, headers: { 'cache-control': 'no-store' } }
  })
}
