import { type Team, tournamentApi } from '@ultimate/events/tournament/api.ts'
import { untilNews } from '../../../platform/event-store/until-news.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { teamList } from './query.ts'

export function listTeamsRoute({ sql, log }: Platform): Route {
  const list = untilNews(log, teamList(sql))
  const bodies = new WeakMap<readonly Team[], { teams: Team[] }>()
  return route(tournamentApi.listTeams, async () => {
    const teams = await list()
    const body = bodies.get(teams) ?? { teams: [...teams] }
    // The same body as long as the list is the same, because the server writes out each object once.
    bodies.set(teams, body)
    return { status: 200, body }
  })
}
