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

/** All that a weekend follows from. */
export interface WeekendFacts {
  /** Games that are played; see `gamesInPlay`. */
  readonly games: readonly PlannedGame[]
  readonly pools: readonly PoolToPlay[]
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
  /** True where its result was entered, or follows from a team that withdrew. */
  readonly hasResult: boolean
  /** Others played it than those who stand on its sides now. */
  readonly isPlayedByOthers: boolean
}

export interface PoolStandings {
  readonly pool: Pick<PoolToPlay, 'id' | 'name' | 'letter' | 'division'>
  readonly rows: readonly Standing[]
  /** The number of games that have no result that counts. */
  readonly open: number
  /** There are games, and all of them count. */
  readonly isComplete: boolean
}

export interface Weekend {
  readonly games: ReadonlyMap<string, PlayedGame>
  readonly pools: readonly PoolStandings[]
  /** The team of each place, place 1 first; null where it is not decided yet. */
  readonly places: Readonly<Partial<Record<Division, readonly (string | null)[]>>>
}

/** Returns where the weekend stands: who plays whom, what is decided, and who is where. It follows from facts alone. */
export function playWeekend(facts: WeekendFacts): Weekend {
  const games = new Map<string, PlayedGame>()
  for (const game of facts.games) if (game.pool) games.set(game.id, playGame(game, facts, teamsOfPoolGame(game)))
  const pools = listPools(facts).map((pool) => rankPool(pool, facts, games))
  const byId = new Map(facts.games.map((game) => [game.id, game]))
  const findTeam = (source: SideSource): string | null => {
    if ('team' in source) return source.team
    if ('rank' in source) return teamAtRank(pools, source)
    const feeder = play('winner_of' in source ? source.winner_of : source.loser_of)
    return feeder && ('winner_of' in source ? findWinner(feeder) : findLoser(feeder))
  }
  const play = (id: string): PlayedGame | null => {
    const known = games.get(id)
    const game = byId.get(id)
    if (known || !game) return known ?? null
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
  const forfeits =
    hasResult || !areBothKnown(sides) ? undefined : sideNames.find((side) => withdrawn.has(sides[side] ?? ''))
  return {
    game,
    sides,
    ...(forfeits ? { status: 'final', score: null, forfeit: forfeits } : result),
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

function findWinner(played: PlayedGame): string | null {
  const side = winningSide(played)
  return side && played.sides[side]
}
function findLoser(played: PlayedGame): string | null {
  const side = winningSide(played)
  return side && played.sides[otherSide(side)]
}

/** Provisional and final results count, and disputed ones do not. */
const isCounted = ({ status }: Result): boolean => status === 'provisional' || status === 'final'

/** Public pools, and those that only games still know. */
function listPools({ pools, games }: WeekendFacts): PoolToPlay[] {
  const known = new Set(pools.map(({ id }) => id))
  const others = games.flatMap(({ pool, division }) =>
    pool && !known.has(pool.id) ? [{ ...pool, letter: letterOf(pool.name), division, teams: [] }] : [],
  )
  return [...pools, ...new Map(others.map((pool) => [pool.id, pool])).values()]
}

function rankPool(pool: PoolToPlay, facts: WeekendFacts, games: ReadonlyMap<string, PlayedGame>): PoolStandings {
  const { id, name, letter, division } = pool
  const { rules } = facts
  const played = facts.games.flatMap((game) => (game.pool?.id === id && !game.cancelled && games.get(game.id)) || [])
  const counted = played.filter(isCounted)
  const open = played.length - counted.length
  // A team that was taken out of its pool keeps its games.
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

/** Returns null until the pool is complete, and while the rank is shared. */
function teamAtRank(
  pools: readonly PoolStandings[],
  source: { readonly pool: string; readonly rank: number },
): string | null {
  const pool = pools.find((one) => one.pool.id === source.pool)
  const row = pool?.isComplete ? pool.rows.find(({ rank, isShared }) => rank === source.rank && !isShared) : undefined
  return row?.team ?? null
}

/** Groups of a pool that share a rank. */
export function listShared({ rows }: PoolStandings): string[][] {
  const shared = rows.filter(({ isShared }) => isShared)
  return [...Map.groupBy(shared, ({ rank }) => rank).values()].map((group) => group.map(({ team }) => team))
}

/** Returns what stands between the standings of a division and its bracket: sentences by the name of a pool. */
export function whatIsOpen(pools: readonly PoolStandings[], nameOf: (team: string) => string): Record<string, string> {
  return Object.fromEntries(
    pools.flatMap((standings): [string, string][] => {
      const { pool, open, isComplete } = standings
      if (!isComplete)
        return [
          [
            pool.name,
            open === 0 ? 'It has no games.' : `${open === 1 ? '1 game has' : `${open} games have`} no result.`,
          ],
        ]
      const [tied] = listShared(standings)
      return tied ? [[pool.name, `${tied.map(nameOf).join(', ')} share a rank.`]] : []
    }),
  )
}

/**
 * The order in which teams of a division enter the bracket: all firsts of pools before all seconds, and so on. Among
 * equals by wins per game, difference per game, points per game, and the letter of the pool.
 */
export function seedTeams(pools: readonly PoolStandings[]): Seed[] {
  const perGame = (value: number, { played }: Standing) => (played === 0 ? 0 : value / played)
  const all = pools.flatMap(({ pool, rows }) => rows.map((row) => ({ pool, row })))
  type Entry = (typeof all)[number]
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
  return all.toSorted(compare).map(({ pool, row }) => ({ pool: pool.id, letter: pool.letter, rank: row.rank }))
}

/** A side of a bracket game that another team is on after a change. */
export interface Move {
  readonly game: string
  readonly side: SideName
  readonly was: string | null
  readonly now: string | null
}

/** The effects of a change of results on the rest of the weekend. */
export interface Consequences {
  /** Those whose rows are others. */
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
  const moved = new Set(moves.map(({ game }) => game))
  return {
    standings: after.pools.filter(({ pool, rows }) => rowsBefore.get(pool.id) !== JSON.stringify(rows)),
    moves,
    played: [...moved].filter((id) => after.games.get(id)?.hasResult),
  }
}
