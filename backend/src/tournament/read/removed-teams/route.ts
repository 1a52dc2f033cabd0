import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readRemovedTeams } from './query.ts'

export function listRemovedTeamsRoute({ sql }: Platform): Route {
  return route(tournamentApi.listRemovedTeams, async () => {
    const teams = await readRemovedTeams(sql)
    return { status: 200, body: { teams } }
  })
}
