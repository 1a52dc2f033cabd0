import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { initialState } from '@ultimate/events/tournament/weekend/game.ts'
import type { PostedBracket, ShownStandings } from '@ultimate/events/tournament/weekend/games-api.ts'
import type { Edition, EditionPlatform } from '../../platform/edition.ts'
import { type Answer, type Route, route } from '../../platform/http/http-route.ts'
import { planOf, readWeekend, showBracket, showGames, showStandings } from './weekend.query.ts'

/** For staff: with what captains entered. */
export function listGamesRoute({ current }: EditionPlatform): Route {
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

export async function answerStandings(current: Edition, division: Division): Promise<Answer<ShownStandings>> {
  const known = await readWeekend(current)
  return { status: 200, body: showStandings(known, division), version: known.rulesVersion }
}

export function readStandingsRoute({ current }: EditionPlatform): Route {
  return route(tournamentApi.readStandings, ({ params: { division } }) => answerStandings(current, division))
}

/** With `isStaff` also a bracket that is not posted. */
export async function answerBracket(
  current: Edition,
  division: Division,
  isStaff: boolean,
): Promise<Answer<PostedBracket>> {
  const known = await readWeekend(current)
  const { brackets } = known.schedule
  const made = brackets[division]
  const posted = made?.posted ?? false
  const bracket = made && (posted || isStaff) ? showBracket(made, { division, plan: planOf(known) }, known) : null
  return { status: 200, body: { posted, bracket }, version: known.version }
}

export function readBracketRoute({ current }: EditionPlatform): Route {
  return route(tournamentApi.readBracket, ({ params: { division }, query: { draft } }, { user }) => {
    const isStaff = tournamentApi.makeBracket.allow.some((role) => role === user?.role)
    return answerBracket(current, division, draft === 'true' && isStaff)
  })
}
