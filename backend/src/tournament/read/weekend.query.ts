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

export const weekendReadRoutes = (platform: Platform, weekend: ReadWeekend): Route[] => [
  listGamesRoute(platform),
  readStandingsRoute(weekend),
  readBracketRoute(weekend),
]

/** The weekend, with the facts from which it is computed. */
export interface WeekendState {
  readonly schedule: Schedule
  /** The version of the schedule. */
  readonly version: number
  readonly facts: WeekendFacts
  readonly weekend: Weekend
  /** The stored results, by the ids of their games. */
  readonly stored: ReadonlyMap<string, StoredResult>
  /** The version of the rules of the standings. */
  readonly rulesVersion: number
  readonly nameOf: (team: string) => string
}

export async function readWeekend(current: Edition): Promise<WeekendState> {
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

export type ReadWeekend = () => Promise<WeekendState>
/** Reads the weekend once for all requests until an event is appended. */
export const sharedWeekend = ({ current, log }: Pick<Platform, 'current' | 'log'>): ReadWeekend =>
  cachedUntilAppend(log, () => readWeekend(current))

/** Returns the same answer as long as the weekend is the same, because the server serializes each body once. */
export function cacheAnswer<A extends object>(read: ReadWeekend, answer: (state: WeekendState) => A): () => Promise<A> {
  const answers = new WeakMap<WeekendState, A>()
  return async () => {
    const state = await read()
    const cached = answers.get(state) ?? answer(state)
    answers.set(state, cached)
    return cached
  }
}

/** Returns the ids of the games with a result. */
export function listPlayed({ stored }: WeekendState): ReadonlySet<string> {
  return new Set([...stored].flatMap(([id, { state }]) => (state.teams ? [id] : [])))
}

/** The games in play with their times and fields. */
export const planOf = ({ schedule }: WeekendState): Plan => planInPlay(schedule)

const showTeam = (id: string | null, { nameOf }: WeekendState) => (id === null ? null : { id, name: nameOf(id) })

function describeSource(source: SideSource, games: readonly PlannedGame[]): string {
  if ('team' in source) return ''
  if ('rank' in source) return source.label
  const [word, id] = 'winner_of' in source ? ['Winner', source.winner_of] : ['Loser', source.loser_of]
  return `${word} of ${games.find((game) => game.id === id)?.label ?? 'a game'}`
}

/** Shows the games in the order in which they are played; those without a place come last. */
export function showGames(games: readonly PlannedGame[], plan: Plan, state: WeekendState): Game[] {
  const fieldOrder = new Map(plan.settings.fields.map(({ id }, index) => [id, index]))
  const timeOf = ({ start }: Game) => (start === null ? Number.MAX_SAFE_INTEGER : Date.parse(start))
  const orderOf = ({ field_id }: Game) => fieldOrder.get(field_id ?? '') ?? fieldOrder.size
  return games
    .map((game) => showGame(game, plan, state))
    .toSorted((one, other) => timeOf(one) - timeOf(other) || orderOf(one) - orderOf(other))
}

/** The games of the public schedule, as everyone sees them. */
export function showPublicGames(state: WeekendState): Game[] {
  const { published } = state.schedule
  return published ? showGames(listPublicGames(state.schedule), published, state) : []
}

/** Returns the side of a game on which the team plays; null if it does not play. */
export function findSide({ home, away }: Game, team: string): SideName | null {
  if (home.team?.id === team) return 'home'
  return away.team?.id === team ? 'away' : null
}

const pointsOfPoolGames = 11

export function showGame(game: PlannedGame, plan: Plan, state: WeekendState): Game {
  const played = state.weekend.games.get(game.id)
  const showSide = (side: 'home' | 'away'): Side => {
    const source = game[side]
    const plannedTeam = 'team' in source ? source.team : null
    return {
      team: showTeam(played ? played.sides[side] : plannedTeam, state),
      from: describeSource(source, plan.games),
    }
  }
  return {
    id: game.id,
    division: game.division,
    stage: game.pool ? 'pool' : 'bracket',
    pool: game.pool?.name ?? null,
    label: game.label,
    plays_to: game.places ? pointsOf(game.places) : pointsOfPoolGames,
    ...showPlace(game, plan),
    home: showSide('home'),
    away: showSide('away'),
    status: computeStatus(game, played),
    score: played?.score ?? null,
    forfeit: played?.forfeit ?? null,
    places: game.places ? [...game.places] : null,
    flag: played?.isPlayedByOthers ? 'played by others' : null,
    version: state.stored.get(game.id)?.version ?? 0,
  }
}

function computeStatus(game: PlannedGame, played: PlayedGame | undefined): Game['status'] {
  const status = played?.status ?? 'scheduled'
  return game.cancelled && status === 'scheduled' ? 'cancelled' : status
}

function showRow(row: Standing, { nameOf }: WeekendState): ShownStanding {
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

export const listPools = (state: WeekendState, division: Division): PoolStandings[] =>
  state.weekend.pools.filter(({ pool }) => pool.division === division)

export function showStandings(state: WeekendState, division: Division): ShownStandings {
  const { tiebreaks, tiesInPools } = state.facts.rules
  return {
    pools: listPools(state, division).map(({ pool: { id, name }, isComplete, rows }) => ({
      id,
      name,
      complete: isComplete,
      rows: rows.map((row) => showRow(row, state)),
    })),
    tiebreaks: [...tiebreaks],
    ties_in_pools: tiesInPools,
    rules_version: state.rulesVersion,
  }
}

export function showConsequences({ standings, moves, played }: Consequences, state: WeekendState): ShownConsequences {
  return {
    standings: standings.map(({ pool: { name }, rows }) => ({
      pool: name,
      rows: rows.map((row) => showRow(row, state)),
    })),
    moves: moves.map(({ game, side, was, now }) => ({
      game_id: game,
      side,
      was: showTeam(was, state),
      now: showTeam(now, state),
    })),
    played: [...played],
  }
}

/** `plan` has the games of the bracket with their times. */
export function showBracket(
  { size, rounds }: MadeBracket,
  { division, plan }: { readonly division: Division; readonly plan: Plan },
  state: WeekendState,
): ShownBracket {
  const games = new Map(plan.games.map((game) => [game.id, game]))
  return {
    size,
    rounds: rounds.map((ids, index) => ({
      number: index + 1,
      games: ids.flatMap((id) => {
        const game = games.get(id)
        return game ? [showGame(game, plan, state)] : []
      }),
    })),
    places: (state.weekend.places[division] ?? []).map((team, index) => ({
      place: index + 1,
      team: showTeam(team, state),
    })),
  }
}

/** Lists all games for staff, with the entries of captains. */
function listGamesRoute({ current }: Platform): Route {
  return route(tournamentApi.listGames, async () => {
    const state = await readWeekend(current)
    const games = showGames(state.facts.games, planOf(state), state).map((game) => {
      const stored = state.stored.get(game.id)
      const { entries, teams } = stored?.state ?? initialState()
      return { ...game, entries, changed_at: (teams && stored?.changedAt.toISOString()) ?? null }
    })
    return { status: 200, body: { games } }
  })
}

export const answerStandings = (state: WeekendState, division: Division): Answer<ShownStandings> => ({
  status: 200,
  body: showStandings(state, division),
  version: state.rulesVersion,
})

function readStandingsRoute(weekend: ReadWeekend): Route {
  const answers = forEachDivision((division) => cacheAnswer(weekend, (state) => answerStandings(state, division)))
  return route(tournamentApi.readStandings, ({ params: { division } }) => answers[division]())
}

const forEachDivision = <T>(create: (division: Division) => T): Record<Division, T> => ({
  comp: create('comp'),
  rec: create('rec'),
})

/** Shows the bracket once it is posted, and to staff before that too. */
export function answerBracket(state: WeekendState, division: Division, isStaff: boolean): Answer<PostedBracket> {
  const { brackets } = state.schedule
  const bracket = brackets[division]
  const posted = bracket?.posted ?? false
  const plan = planOf(state)
  const shown = bracket && (posted || isStaff) ? showBracket(bracket, { division, plan }, state) : null
  return { status: 200, body: { posted, bracket: shown }, version: state.version }
}

function readBracketRoute(weekend: ReadWeekend): Route {
  const answers = forEachDivision((division) => cacheAnswer(weekend, (state) => answerBracket(state, division, false)))
  return route(tournamentApi.readBracket, async ({ params: { division }, query: { draft } }, { user }) => {
    const isStaff = tournamentApi.makeBracket.allow.some((role) => role === user?.role)
    return draft === 'true' && isStaff ? answerBracket(await weekend(), division, true) : answers[division]()
  })
}
