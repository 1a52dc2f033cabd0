import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { type TeamList, teamList } from './query.ts'

export function listTeamsRoute({ sql }: Platform): Route {
  const list = teamList(sql)
  let answer: { of: TeamList; body: { teams: TeamList['teams'] } } | null = null
  return route(tournamentApi.listTeams, async () => {
    const teams = await list()
    // The same object as long as the list is the same: the server need not write it out anew.
    if (answer?.of !== teams) answer = { of: teams, body: { teams: teams.teams } }
    return { status: 200, body: answer.body, version: teams.fingerprint }
  })
}
