import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { pointsOf } from '@ultimate/events/tournament/weekend/bracket.ts'
import { initialState, type SideName } from '@ultimate/events/tournament/weekend/game.ts'
import type {
  PostedBracket,
  ShownBracket,
  ShownConsequences,
  ShownStanding,
  ShownStandings,
} from '@ultimate/events/tournament/weekend/games-api.ts'
import {
  type Plan,
  type PlannedGame,
  removedTeam,
  type SideSource,
  showPlace,
} from '@ultimate/events/tournament/weekend/plan.ts'
import {
  gamesInPlay,
  listPublicGames,
  type MadeBracket,
  planInPlay,
  type Schedule,
} from '@ultimate/events/tournament/weekend/schedule.ts'
import type { Game, Side } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import type { Standing } from '@ultimate/events/tournament/weekend/standings.ts'
import {
  type Consequences,
  type PlayedGame,
  type PoolStandings,
  playWeekend,
  type Weekend,
  type WeekendFacts,
} from '@ultimate/events/tournament/weekend/weekend.ts'
import type { Edition } from '../../platform/edition.ts'
import { type Answer, type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readResults, type StoredResult } from './games.view.ts'
import { readPoolsToPlay, readStoredSchedule, readTeamNames } from './schedule.view.ts'
import { readStandingsRules } from './standings-rules.view.ts'

/** The state of the weekend, with the facts that it follows from. */
export interface KnownWeekend {
  readonly schedule: Schedule
  /** The version of the schedule. */
  readonly version: number
  readonly facts: WeekendFacts
  readonly weekend: Weekend
  readonly stored: ReadonlyMap<string, StoredResult>
  /** The version of the rules of the standings. */
  readonly rulesVersion: number
  readonly nameOf: (team: string) => string
}

export async function readWeekend(current: Edition): Promise<KnownWeekend> {
  const [{ schedule, version }, pools, stored, { rules, version: rulesVersion }, names] = await Promise.all([
    readStoredSchedule(current),
    readPoolsToPlay(current),
    readResults(current),
    readStandingsRules(current),
    readTeamNames(current),
  ])
  const facts: WeekendFacts = {
    games: gamesInPlay(schedule),
    pools,
    results: new Map([...stored].map(([id, { state }]) => [id, state])),
    rules,
    brackets: schedule.brackets,
    withdrawn: new Set(schedule.withdrawn),
  }
  const nameOf = (team: string) => names.get(team) ?? removedTeam
  return { schedule, version, facts, weekend: playWeekend(facts), stored, rulesVersion, nameOf }
}

/** Reads the weekend once for all who ask until something is appended. */
export type ReadWeekend = () => Promise<KnownWeekend>
export const sharedWeekend = ({ current, log }: Pick<Platform, 'current' | 'log'>): ReadWeekend =>
  cachedUntilAppend(log, () => readWeekend(current))

/** The same answer as long as the weekend is the same, because the server writes out each body once. */
export function answeredOnce<A extends object>(
  read: ReadWeekend,
  answer: (known: KnownWeekend) => A,
): () => Promise<A> {
  const answers = new WeakMap<KnownWeekend, A>()
  return async () => {
    const known = await read()
    const made = answers.get(known) ?? answer(known)
    answers.set(known, made)
    return made
  }
}

/** Games with a result: they stay where they are. */
export function listPlayed({ stored }: KnownWeekend): ReadonlySet<string> {
  return new Set([...stored].flatMap(([id, { state }]) => (state.teams ? [id] : [])))
}

/** The plan with the times and fields of all games that are played. */
export const planOf = ({ schedule }: KnownWeekend): Plan => planInPlay(schedule)

const showTeam = (id: string | null, { nameOf }: KnownWeekend) => (id === null ? null : { id, name: nameOf(id) })

function describeSource(source: SideSource, games: readonly PlannedGame[]): string {
  if ('team' in source) return ''
  if ('rank' in source) return source.label
  const [word, id] = 'winner_of' in source ? ['Winner', source.winner_of] : ['Loser', source.loser_of]
  return `${word} of ${games.find((game) => game.id === id)?.label ?? 'a game'}`
}

/** Shows the games in the order in which they are played; those without a place come last. */
export function showGames(games: readonly PlannedGame[], plan: Plan, known: KnownWeekend): Game[] {
  const fields = new Map(plan.settings.fields.map(({ id }, index) => [id, index]))
  const time = ({ start }: Game) => (start === null ? Number.MAX_SAFE_INTEGER : Date.parse(start))
  const order = ({ field_id }: Game) => fields.get(field_id ?? '') ?? fields.size
  return games
    .map((game) => showGame(game, plan, known))
    .toSorted((one, other) => time(one) - time(other) || order(one) - order(other))
}

/** The games of the public schedule, as everyone sees them. */
export function showPublicGames(known: KnownWeekend): Game[] {
  const { published } = known.schedule
  return published ? showGames(listPublicGames(known.schedule), published, known) : []
}

/** Returns the side of a game on which the team plays; null if it does not play. */
export function findSide({ home, away }: Game, team: string): SideName | null {
  return home.team?.id === team ? 'home' : away.team?.id === team ? 'away' : null
}

export function showGame(game: PlannedGame, plan: Plan, known: KnownWeekend): Game {
  const played = known.weekend.games.get(game.id)
  const showSide = (side: 'home' | 'away'): Side => {
    const source = game[side]
    const team = played ? played.sides[side] : 'team' in source ? source.team : null
    return { team: showTeam(team, known), from: describeSource(source, plan.games) }
  }
  return {
    id: game.id,
    division: game.division,
    stage: game.pool ? 'pool' : 'bracket',
    pool: game.pool?.name ?? null,
    label: game.label,
    plays_to: game.places ? pointsOf(game.places) : 11,
    ...showPlace(game, plan),
    home: showSide('home'),
    away: showSide('away'),
    status: computeStatus(game, played),
    score: played?.score ?? null,
    forfeit: played?.forfeit ?? null,
    places: game.places ? [...game.places] : null,
    flag: played?.isPlayedByOthers ? 'played by others' : null,
    version: known.stored.get(game.id)?.version ?? 0,
  }
}

function computeStatus(game: PlannedGame, played: PlayedGame | undefined): Game['status'] {
  const status = played?.status ?? 'scheduled'
  return game.cancelled && status === 'scheduled' ? 'cancelled' : status
}

function showRow(row: Standing, { nameOf }: KnownWeekend): ShownStanding {
  return {
    rank: row.rank,
    shared: row.isShared,
    team: { id: row.team, name: nameOf(row.team) },
    played: row.played,
    wins: row.wins,
    losses: row.losses,
    ties: row.ties,
    points_for: row.pointsFor,
    points_against: row.pointsAgainst,
    difference: row.difference,
    decided_by: row.decidedBy,
  }
}

export const listPools = (known: KnownWeekend, division: Division): PoolStandings[] =>
  known.weekend.pools.filter(({ pool }) => pool.division === division)

export function showStandings(known: KnownWeekend, division: Division): ShownStandings {
  const { tiebreaks, tiesInPools } = known.facts.rules
  return {
    pools: listPools(known, division).map(({ pool: { id, name }, isComplete, rows }) => ({
      id,
      name,
      complete: isComplete,
      rows: rows.map((row) => showRow(row, known)),
    })),
    tiebreaks: [...tiebreaks],
    ties_in_pools: tiesInPools,
    rules_version: known.rulesVersion,
  }
}

export function showConsequences({ standings, moves, played }: Consequences, known: KnownWeekend): ShownConsequences {
  return {
    standings: standings.map(({ pool: { name }, rows }) => ({
      pool: name,
      rows: rows.map((row) => showRow(row, known)),
    })),
    moves: moves.map(({ game, side, was, now }) => ({
      game_id: game,
      side,
      was: showTeam(was, known),
      now: showTeam(now, known),
    })),
    played: [...played],
  }
}

/** `plan` has the games of the bracket with their times. */
export function showBracket(
  { size, rounds }: MadeBracket,
  { division, plan }: { readonly division: Division; readonly plan: Plan },
  known: KnownWeekend,
): ShownBracket {
  const games = new Map(plan.games.map((game) => [game.id, game]))
  return {
    size,
    rounds: rounds.map((ids, index) => ({
      number: index + 1,
      games: ids.flatMap((id) => {
        const game = games.get(id)
        return game ? [showGame(game, plan, known)] : []
      }),
    })),
    places: (known.weekend.places[division] ?? []).map((team, index) => ({
      place: index + 1,
      team: showTeam(team, known),
    })),
  }
}

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
