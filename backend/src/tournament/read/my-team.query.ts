import { dayInHuntsville } from '@ultimate/events/language/venue-clock.ts'
import { type GameTeams, otherSide, type SideName } from '@ultimate/events/tournament/weekend/game.ts'
import type { GivenSheet, MissingSheet, OwnGame, Spirit } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import { findTime, type Plan } from '@ultimate/events/tournament/weekend/plan.ts'
import { listPublicGames } from '@ultimate/events/tournament/weekend/schedule.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { averageSpirit, computeTotal } from '@ultimate/events/tournament/weekend/spirit.ts'
import type { Edition } from '../../platform/edition.ts'
import { readSheets, type StoredSheet } from './spirit.view.ts'
import { type KnownWeekend, readWeekend, showGames } from './weekend.query.ts'

/** The weekend with its spirit sheets. */
export interface KnownSpirit {
  readonly known: KnownWeekend
  readonly sheets: readonly StoredSheet[]
}

export async function readSpirit(current: Edition): Promise<KnownSpirit> {
  const [known, sheets] = await Promise.all([readWeekend(current), readSheets(current)])
  return { known, sheets }
}

const publicPlan = ({ schedule: { published } }: KnownWeekend): Plan | null => published

/** The games of the public schedule, as everyone sees them. */
export function showPublicGames(known: KnownWeekend): Game[] {
  const plan = publicPlan(known)
  return plan ? showGames(listPublicGames(known.schedule), plan, known) : []
}

/** Returns the side of a game on which the team plays; null if it does not play. */
export function findSide({ home, away }: Game, team: string): SideName | null {
  return home.team?.id === team ? 'home' : away.team?.id === team ? 'away' : null
}

const isOf = (teams: GameTeams | null, { home, away }: Game): boolean =>
  teams !== null && teams.home === home.team?.id && teams.away === away.team?.id

const isPlayed = ({ status, forfeit }: Game): boolean => status !== 'scheduled' && status !== 'cancelled' && !forfeit

/** The game has begun, or has a result: then its teams give spirit scores. */
export const isBegun = (game: Game, now: Date): boolean =>
  isPlayed(game) || (game.start !== null && game.status !== 'cancelled' && Date.parse(game.start) <= now.getTime())

/** A sheet counts as long as it is about the team that is on the other side now. */
function findSheet({ sheets }: KnownSpirit, game: Game, side: SideName): StoredSheet | null {
  const [team, opponent] = [game[side].team?.id, game[otherSide(side)].team?.id]
  return sheets.find((one) => one.game === game.id && one.team === team && one.sheet.opponent === opponent) ?? null
}

const showSpirit = (stored: StoredSheet | null): Spirit | null => {
  if (!stored) return null
  const { opponent: _, ...spirit } = stored.sheet
  return spirit
}

/** A game as the captain of one side sees it. */
export function showOwnGame(game: Game, side: SideName, spirit: KnownSpirit): OwnGame {
  const stored = spirit.known.stored.get(game.id)
  const entries = stored && isOf(stored.state.teams, game) ? stored.state.entries : { home: null, away: null }
  const [mine, other] = [entries[side], entries[otherSide(side)]]
  const [given, received] = [findSheet(spirit, game, side), findSheet(spirit, game, otherSide(side))]
  return {
    ...game,
    mine,
    other_told: other !== null,
    other: mine && other,
    changed_at: (stored?.state.teams && stored.changedAt.toISOString()) ?? null,
    spirit: { given: showSpirit(given), received: given && showSpirit(received) },
  }
}

/** Lists all sheets of public games, and the missing sheets of games that were played. */
export function listSheets(spirit: KnownSpirit): { sheets: GivenSheet[]; missing: MissingSheet[] } {
  const sheets: GivenSheet[] = []
  const missing: MissingSheet[] = []
  for (const game of showPublicGames(spirit.known)) {
    const { id, label, division } = game
    for (const side of ['home', 'away'] as const) {
      const [team, opponent] = [game[side].team, game[otherSide(side)].team]
      if (!team || !opponent) continue
      const row = { game: { id, label, division }, team, opponent }
      const stored = findSheet(spirit, game, side)
      const shown = showSpirit(stored)
      if (stored && shown)
        sheets.push({ ...row, ...shown, total: computeTotal(shown), given_at: stored.givenAt.toISOString() })
      else if (isPlayed(game)) missing.push(row)
    }
  }
  return { sheets, missing }
}

/** Empty until the day of the last game is over. */
export function showAverages(spirit: KnownSpirit, now: Date) {
  const { known } = spirit
  const games = showPublicGames(known)
  const plan = publicPlan(known)
  const ends = plan ? listPublicGames(known.schedule).flatMap((game) => findTime(game, plan)?.end ?? []) : []
  const lastDay = ends
    .map((end) => dayInHuntsville(new Date(end)))
    .toSorted()
    .at(-1)
  if (lastDay === undefined || dayInHuntsville(now) <= lastDay) return { over: false, teams: [] }
  const counting = games.flatMap((game) =>
    (['home', 'away'] as const).flatMap((side) => findSheet(spirit, game, side)?.sheet ?? []),
  )
  const teams = averageSpirit(counting).map(({ team, ...average }) => ({
    team: { id: team, name: known.nameOf(team) },
    ...average,
  }))
  return { over: true, teams }
}
