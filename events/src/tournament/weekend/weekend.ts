import { compareNames } from '../../language/fold.ts'
import { letterOf } from '../pools/pools.ts'
import type { Division } from '../team.ts'
import type { Seed } from './bracket.ts'
import {
  areBothKnown,
  computeResult,
  type GameState,
  type GameTeams,
  initialState,
  otherSide,
  type Result,
  type SideName,
  sideNames,
} from './game.ts'
import type { PoolToPlay } from './generate-schedule.ts'
import type { PlannedGame, SideSource } from './plan.ts'
import type { Brackets } from './schedule.ts'
import { type CountedGame, rankTeams, type Standing } from './standings.ts'
import type { StandingsRules } from './standings-rules.ts'

/** All facts from which a weekend is computed. */
export interface WeekendFacts {
  /** See `gamesInPlay`. */
  readonly games: readonly PlannedGame[]
  readonly pools: readonly PoolToPlay[]
  /** By the ids of games. */
  readonly results: ReadonlyMap<string, GameState>
  readonly rules: StandingsRules
  readonly brackets: Brackets
  /** Teams that play no more: their games without a result are forfeited. */
  readonly withdrawn: ReadonlySet<string>
}

export interface PlayedGame extends Result {
  readonly game: PlannedGame
  /** Ids of teams; null while a side is not known. */
  readonly sides: Readonly<Record<SideName, string | null>>
  /** True where its result was entered. False for a forfeit that only follows from a team that withdrew. */
  readonly hasResult: boolean
  /** True where other teams played it than those that are on its sides now. */
  readonly isPlayedByOthers: boolean
}

export interface PoolStandings {
  readonly pool: Pick<PoolToPlay, 'id' | 'name' | 'letter' | 'division'>
  readonly rows: readonly Standing[]
  /** The number of games without a result that counts. */
  readonly open: number
  /** True where there are games, and all of them have a result that counts. */
  readonly isComplete: boolean
}

export interface Weekend {
  readonly games: ReadonlyMap<string, PlayedGame>
  readonly pools: readonly PoolStandings[]
  /** The team of each place, place 1 first; null where it is not decided yet. */
  readonly places: Readonly<Partial<Record<Division, readonly (string | null)[]>>>
}

/** Computes who plays whom, the standings of the pools, and the teams of the places that are decided. */
export function playWeekend(facts: WeekendFacts): Weekend {
  const games = new Map<string, PlayedGame>()
  for (const game of facts.games) if (game.pool) games.set(game.id, playGame(game, facts, teamsOfPoolGame(game)))
  const pools = listPools(facts).map((pool) => rankPool(pool, facts, games))
  const plannedGames = new Map(facts.games.map((game) => [game.id, game]))
  const findTeam = (source: SideSource): string | null => {
    if ('team' in source) return source.team
    if ('rank' in source) return teamAtRank(pools, source)
    if ('winner_of' in source) return findWinner(play(source.winner_of))
    return findLoser(play(source.loser_of))
  }
  /** Plays a game once, after the games from which its teams come. */
  const play = (id: string): PlayedGame | null => {
    const playedBefore = games.get(id)
    const game = plannedGames.get(id)
    if (playedBefore || !game) return playedBefore ?? null
    const played = playGame(game, facts, { home: findTeam(game.home), away: findTeam(game.away) })
    games.set(id, played)
    return played
  }
  for (const { id } of facts.games) play(id)
  const places = Object.fromEntries(
    Object.entries(facts.brackets).map(([division, bracket]) => [division, bracket?.places.map(findTeam)]),
  )
  return { games, pools, places }
}

const teamsOfPoolGame = ({ home, away }: PlannedGame): PlayedGame['sides'] => ({
  home: 'team' in home ? home.team : null,
  away: 'team' in away ? away.team : null,
})

function playGame(game: PlannedGame, { results, withdrawn }: WeekendFacts, sides: PlayedGame['sides']): PlayedGame {
  const state = results.get(game.id) ?? initialState()
  const result = computeResult(state)
  const hasResult = result.status !== 'scheduled'
  const withdrawnSide = sideNames.find((side) => withdrawn.has(sides[side] ?? ''))
  const isForfeited = !hasResult && areBothKnown(sides) && withdrawnSide !== undefined
  return {
    game,
    sides,
    ...(isForfeited ? { status: 'final', score: null, forfeit: withdrawnSide } : result),
    hasResult,
    isPlayedByOthers: state.teams !== null && sideNames.some((side) => state.teams?.[side] !== sides[side]),
  }
}

/** The two teams, once both are known. */
export const findTeams = ({ sides }: PlayedGame): GameTeams | null => (areBothKnown(sides) ? sides : null)

/** The side that won; null without a result that counts, and after a tie. */
export function winningSide({ status, score, forfeit }: Result): SideName | null {
  if (status !== 'final' && status !== 'provisional') return null
  if (forfeit) return otherSide(forfeit)
  if (!score || score.home === score.away) return null
  return score.home > score.away ? 'home' : 'away'
}

function findWinner(played: PlayedGame | null): string | null {
  const side = played && winningSide(played)
  return side && played.sides[side]
}
function findLoser(played: PlayedGame | null): string | null {
  const side = played && winningSide(played)
  return side && played.sides[otherSide(side)]
}

/** Provisional and final results count, and disputed ones do not. */
const isCounted = ({ status }: Result): boolean => status === 'provisional' || status === 'final'

/** Lists the public pools, and pools that are not public any more but have games. */
function listPools({ pools, games }: WeekendFacts): PoolToPlay[] {
  const publicIds = new Set(pools.map(({ id }) => id))
  const formerPools = games.flatMap(({ pool, division }) =>
    pool && !publicIds.has(pool.id) ? [{ ...pool, letter: letterOf(pool.name), division, teams: [] }] : [],
  )
  return [...pools, ...new Map(formerPools.map((pool) => [pool.id, pool])).values()]
}

function rankPool(pool: PoolToPlay, facts: WeekendFacts, games: ReadonlyMap<string, PlayedGame>): PoolStandings {
  const { id, name, letter, division } = pool
  const { rules } = facts
  const played = facts.games.flatMap((game) => (game.pool?.id === id && !game.cancelled && games.get(game.id)) || [])
  const counted = played.filter(isCounted)
  const open = played.length - counted.length
  // A team that is no longer in the pool is ranked too, because its games count.
  const teams = [...pool.teams, ...played.flatMap(({ sides }) => [sides.home, sides.away])]
  const rows = rankTeams({
    teams: [...new Set(teams)].filter((team) => team !== null),
    games: counted.flatMap(countGame),
    tiebreaks: rules.tiebreaks,
    decisions: rules.decisions.flatMap((one) => (one.pool === id ? [one.order] : [])),
  })
  return { pool: { id, name, letter, division }, rows, open, isComplete: played.length > 0 && open === 0 }
}

function countGame({ sides, score, forfeit }: PlayedGame): CountedGame[] {
  if (!areBothKnown(sides)) return []
  return [{ ...sides, score: score ?? { home: 0, away: 0 }, forfeit: forfeit ?? undefined }]
}

/** Returns the id of the team at a rank; null until the pool is complete, and while the rank is shared. */
function teamAtRank(
  pools: readonly PoolStandings[],
  source: { readonly pool: string; readonly rank: number },
): string | null {
  const standings = pools.find(({ pool }) => pool.id === source.pool)
  if (!standings?.isComplete) return null
  return standings.rows.find(({ rank, isShared }) => rank === source.rank && !isShared)?.team ?? null
}

/** Lists the groups of teams that share a rank. */
export function listShared({ rows }: PoolStandings): string[][] {
  const shared = rows.filter(({ isShared }) => isShared)
  return [...Map.groupBy(shared, ({ rank }) => rank).values()].map((group) => group.map(({ team }) => team))
}

/** Returns why a bracket cannot be made from the standings yet: sentences by the name of a pool. */
export function describeOpenPools(
  pools: readonly PoolStandings[],
  nameOf: (team: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    pools.flatMap((standings): [string, string][] => {
      const { pool, open, isComplete } = standings
      if (!isComplete && open === 0) return [[pool.name, 'It has no games.']]
      if (!isComplete) return [[pool.name, `${open === 1 ? '1 game has' : `${open} games have`} no result.`]]
      const [tied] = listShared(standings)
      return tied ? [[pool.name, `${tied.map(nameOf).join(', ')} share a rank.`]] : []
    }),
  )
}

/**
 * The order in which teams of a division enter the bracket: all winners of pools before all seconds, and so on. Teams of
 * equal rank are ordered by wins per game, difference per game, points per game, and the letter of the pool.
 */
export function seedTeams(pools: readonly PoolStandings[]): Seed[] {
  const perGame = (value: number, { played }: Standing) => (played === 0 ? 0 : value / played)
  const entries = pools.flatMap(({ pool, rows }) => rows.map((row) => ({ pool, row })))
  type Entry = (typeof entries)[number]
  /** The values to compare, the higher the better: the first that differs decides. */
  const values: ((entry: Entry) => number)[] = [
    ({ row }) => -row.rank,
    ({ row }) => perGame(row.wins + row.ties / 2, row),
    ({ row }) => perGame(row.difference, row),
    ({ row }) => perGame(row.pointsFor, row),
  ]
  const compare = (one: Entry, other: Entry): number => {
    for (const value of values) if (value(one) !== value(other)) return value(other) - value(one)
    return compareNames(one.pool.letter, other.pool.letter)
  }
  return entries.toSorted(compare).map(({ pool, row }) => ({ pool: pool.id, letter: pool.letter, rank: row.rank }))
}

/** A side of a bracket game that changes its team. */
export interface Move {
  readonly game: string
  readonly side: SideName
  readonly was: string | null
  readonly now: string | null
}

/** The effects of a change of results on the rest of the weekend. */
export interface Consequences {
  /** The pools whose standings change, as they are after the change. */
  readonly standings: readonly PoolStandings[]
  readonly moves: readonly Move[]
  /** Games among the moves that have a result. */
  readonly played: readonly string[]
}

export function compareWeekends(before: Weekend, after: Weekend): Consequences {
  const rowsBefore = new Map(before.pools.map(({ pool, rows }) => [pool.id, JSON.stringify(rows)]))
  const moves = [...after.games.values()].flatMap(({ game, sides }) =>
    sideNames.flatMap((side): Move[] => {
      const was = before.games.get(game.id)?.sides[side] ?? null
      return was === sides[side] ? [] : [{ game: game.id, side, was, now: sides[side] }]
    }),
  )
  const movedGames = new Set(moves.map(({ game }) => game))
  return {
    standings: after.pools.filter(({ pool, rows }) => rowsBefore.get(pool.id) !== JSON.stringify(rows)),
    moves,
    played: [...movedGames].filter((id) => after.games.get(id)?.hasResult),
  }
}
