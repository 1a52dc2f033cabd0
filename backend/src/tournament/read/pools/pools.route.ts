import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readHistory } from './history.ts'
import {
  mayReachCaptains,
  poolsState,
  readPlacedTeams,
  readPools,
  readPoolTeams,
  shownPools,
  withContact,
  withoutContact,
} from './pools.view.ts'

export function listPoolTeamsRoute({ current }: Platform): Route {
  return route(tournamentApi.listPoolTeams, async ({ params: { division }, query: { status } }) => {
    const teams = await readPoolTeams(current, division)
    return { status: 200, body: { teams: status ? teams.filter((team) => team.status === status) : teams } }
  })
}

export function readSavedPoolsRoute({ current }: Platform): Route {
  return route(tournamentApi.readSavedPools, ({ params: { division } }) => poolsState(current, division))
}

/** The tag names the version only for those who may go on to change the pools. */
export function readPublishedPoolsRoute({ current }: Platform): Route {
  return route(tournamentApi.readPublishedPools, async ({ params: { division } }, context) => {
    const known = await readPools(current, division)
    const version = known.row?.version ?? 0
    const published = known.row?.published ?? []
    if (!mayReachCaptains(context))
      return { status: 200, body: { pools: shownPools(published, known, withoutContact), version } }
    const body = { pools: shownPools(published, known, withContact), version }
    return { status: 200, body, version, headers: { 'cache-control': 'no-store' } }
  })
}

export function listPlacedTeamsRoute({ current }: Platform): Route {
  return route(tournamentApi.listPlacedTeams, async () => {
    const teams = await readPlacedTeams(current)
    return { status: 200, body: { teams } }
  })
}

export function listPoolHistoryRoute(platform: Platform): Route {
  return route(tournamentApi.listPoolHistory, async ({ params: { division }, query: { before, limit } }) => {
    const entries = await readHistory(platform, division)
    const earlier = entries.filter(({ version }) => before === undefined || version < before)
    const page = earlier.slice(0, limit)
    return {
      status: 200,
      body: { entries: page, next: earlier.length > limit ? (page.at(-1)?.version ?? null) : null },
    }
  })
}
