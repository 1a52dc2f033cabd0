import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { initialState } from '@ultimate/events/tournament/weekend/game.ts'
import type { PostedBracket, ShownStandings } from '@ultimate/events/tournament/weekend/games-api.ts'
import { type Answer, type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import {
  answeredOnce,
  type KnownWeekend,
  planOf,
  type ReadWeekend,
  readWeekend,
  showBracket,
  showGames,
  showStandings,
} from './weekend.query.ts'

/** Lists all games for staff, with the entries of captains. */
export function listGamesRoute({ current }: Platform): Route {
  return route(tournamentApi.listGames, async () => {
    const known = await readWeekend(current)
    const games = showGames(known.facts.games, planOf(known), known).map((game) => {
      const stored = known.stored.get(game.id)
      const { entries, teams } = stored?.state ?? initialState()
      return { ...game, entries, changed_at: (teams && stored?.changedAt.toISOString()) ?? null }
    })
    return { status: 200, body: { games } }
  })
}

export const answerStandings = (known: KnownWeekend, division: Division): Answer<ShownStandings> => ({
  status: 200,
  body: showStandings(known, division),
  version: known.rulesVersion,
})

export function readStandingsRoute(weekend: ReadWeekend): Route {
  const answers = byDivision((division) => answeredOnce(weekend, (known) => answerStandings(known, division)))
  return route(tournamentApi.readStandings, ({ params: { division } }) => answers[division]())
}

const byDivision = <T>(of: (division: Division) => T): Record<Division, T> => ({ comp: of('comp'), rec: of('rec') })

/** Shows the bracket once it is posted; with `isStaff` before that too. */
export function answerBracket(known: KnownWeekend, division: Division, isStaff: boolean): Answer<PostedBracket> {
  const { brackets } = known.schedule
  const made = brackets[division]
  const posted = made?.posted ?? false
  const bracket = made && (posted || isStaff) ? showBracket(made, { division, plan: planOf(known) }, known) : null
  return { status: 200, body: { posted, bracket }, version: known.version }
}

export function readBracketRoute(weekend: ReadWeekend): Route {
  const answers = byDivision((division) => answeredOnce(weekend, (known) => answerBracket(known, division, false)))
  return route(tournamentApi.readBracket, async ({ params: { division }, query: { draft } }, { user }) => {
    const isStaff = tournamentApi.makeBracket.allow.some((role) => role === user?.role)
    return draft === 'true' && isStaff ? answerBracket(await weekend(), division, true) : answers[division]()
  })
}
