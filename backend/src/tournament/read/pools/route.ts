import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import type { Pool } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { NoteContacts } from '../../write/note-contacts-shown/note-contacts-shown.ts'
import { mayReachCaptains, poolsState, shownPools, withContact, withoutContact } from './answer.ts'
import { readHistory } from './history.ts'
import { readPlacedTeams, readPools, readPoolTeams } from './query.ts'

const teamsIn = (pools: readonly Pool[]): number =>
  new Set(pools.flatMap(({ teams }) => teams.flatMap((team) => team?.id ?? []))).size

export function listPoolTeamsRoute({ current }: EditionPlatform, noteContacts: NoteContacts): Route {
  return route(tournamentApi.listPoolTeams, async ({ params: { division }, query: { status } }, context) => {
    const teams = await readPoolTeams(current, division)
    await noteContacts(context, division, teams.length)
    return { status: 200, body: { teams: status ? teams.filter((team) => team.status === status) : teams } }
  })
}

export function readSavedPoolsRoute({ current }: EditionPlatform, noteContacts: NoteContacts): Route {
  return route(tournamentApi.readSavedPools, async ({ params: { division } }, context) => {
    const answer = await poolsState(current, division)
    await noteContacts(context, division, teamsIn([...answer.body.pools, ...answer.body.published]))
    return answer
  })
}

/** The tag names the version only for those who may go on to change the pools. */
export function readPublishedPoolsRoute({ current }: EditionPlatform, noteContacts: NoteContacts): Route {
  return route(tournamentApi.readPublishedPools, async ({ params: { division } }, context) => {
    const known = await readPools(current, division)
    const version = known.row?.version ?? 0
    const published = known.row?.published ?? []
    if (!mayReachCaptains(context))
      return { status: 200, body: { pools: shownPools(published, known, withoutContact), version } }
    const body = { pools: shownPools(published, known, withContact), version }
    await noteContacts(context, division, teamsIn(body.pools))
    return { status: 200, body, version, headers: { 'cache-control': 'no-store' } }
  })
}

export function listPlacedTeamsRoute({ current }: EditionPlatform): Route {
  return route(tournamentApi.listPlacedTeams, async () => {
    const teams = await readPlacedTeams(current)
    return { status: 200, body: { teams } }
  })
}

export function listPoolHistoryRoute(platform: EditionPlatform): Route {
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
