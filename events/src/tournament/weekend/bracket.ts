import type { Division } from '../team.ts'
import { findTime, type Plan, type PlannedGame, type SideSource } from './plan.ts'
import type { MadeBracket } from './schedule.ts'

/** The rank in a pool that a seed stands for: the standings show which team has the rank. */
export interface Seed {
  readonly pool: string
  /** The letter of the pool, such as `A`. */
  readonly letter: string
  readonly rank: number
}

/** The origin of a side of a bracket game. */
export type Source =
  | { readonly kind: 'seed'; readonly seed: number }
  | { readonly kind: 'winner' | 'loser'; readonly game: string }

export interface BracketGame {
  readonly id: string
  /** `C3`: the letter of the division, and a number from 1. */
  readonly label: string
  /** Counted from 1. */
  readonly round: number
  /** The best and the last place that the two teams can still reach. */
  readonly places: readonly [from: number, to: number]
  readonly home: Source
  readonly away: Source
}

export interface Bracket {
  /** A power of two. */
  readonly size: number
  /** Seed 1 first. */
  readonly seeds: readonly Seed[]
  readonly games: readonly BracketGame[]
  /** The origin of the team of each place, place 1 first. */
  readonly places: readonly Source[]
}

export const bracketLimits = { teams: { min: 4, max: 20 } } as const

/** Returns the points to which a game is played. Games for the first four places take longer. */
export const pointsOf = ([, worstPlace]: BracketGame['places']): number => (worstPlace <= 4 ? 13 : 11)

interface BracketToMake {
  /** Seed 1 first. */
  readonly seeds: readonly Seed[]
  /** The letter of labels, such as `C`. */
  readonly letter: string
  readonly newId: () => string
}

/** A game whose sources name other games by their numbers in the list of drafts. */
type GameDraft = Omit<BracketGame, 'id' | 'label'>

/**
 * A bracket in which every place is played for. Seed 1 meets the last seed, missing opponents are byes, and losers go on
 * among themselves for the places below.
 */
export function makeBracket({ seeds, letter, newId }: BracketToMake): Bracket {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, seeds.length)))
  const drafts: GameDraft[] = []
  const places: (Source | null)[] = []
  // Drafts the games for the places from `firstPlace` on. Neighbors meet; a side without a team (null) is a bye.
  const play = (sides: readonly (Source | null)[], firstPlace: number, round: number): void => {
    if (sides.length === 1) {
      places[firstPlace - 1] = sides[0] as Source | null
      return
    }
    const winners: (Source | null)[] = []
    const losers: (Source | null)[] = []
    for (let index = 0; index < sides.length; index += 2) {
      const [home = null, away = null] = sides.slice(index, index + 2)
      if (home && away) {
        const game = String(drafts.length)
        drafts.push({ round, places: [firstPlace, firstPlace + sides.length - 1], home, away })
        winners.push({ kind: 'winner', game })
        losers.push({ kind: 'loser', game })
      } else {
        winners.push(home ?? away)
        losers.push(null)
      }
    }
    play(winners, firstPlace, round + 1)
    play(losers, firstPlace + winners.length, round + 1)
  }
  const sides = orderOfSeeds(size).map((seed): Source | null => (seed <= seeds.length ? { kind: 'seed', seed } : null))
  play(sides, 1, 1)
  return {
    size,
    seeds: avoidRematches(seeds, size),
    ...labelGames(drafts, places.slice(0, seeds.length) as Source[], { letter, newId }),
  }
}

/** Gives each game an id and a label, round by round. Sources then name games by their ids. */
function labelGames(
  drafts: readonly GameDraft[],
  places: readonly Source[],
  { letter, newId }: Pick<BracketToMake, 'letter' | 'newId'>,
): Pick<Bracket, 'games' | 'places'> {
  const inOrder = drafts
    .map((game, number) => ({ ...game, number }))
    .toSorted((one, other) => one.round - other.round || one.places[0] - other.places[0] || one.number - other.number)
  const idsAndLabels = new Map(
    inOrder.map(({ number }, index) => [String(number), { id: newId(), label: `${letter}${index + 1}` }]),
  )
  const resolve = (source: Source): Source =>
    source.kind === 'seed' ? source : { ...source, game: idsAndLabels.get(source.game)?.id as string }
  return {
    games: inOrder.map(({ number, round, places: reach, home, away }) => ({
      ...(idsAndLabels.get(String(number)) as { id: string; label: string }),
      round,
      places: reach,
      home: resolve(home),
      away: resolve(away),
    })),
    places: places.map(resolve),
  }
}

/** Returns the seeds in first-round order: 1, 8, 4, 5, 2, 7, 3, 6 for 8. Neighbors meet, and so do their winners. */
export function orderOfSeeds(size: number): number[] {
  if (size === 1) return [1]
  return orderOfSeeds(size / 2).flatMap((seed) => [seed, size + 1 - seed])
}

/**
 * Swaps seeds of the same rank in their pools as long as a swap leaves fewer rematches: first games between teams of one
 * pool. Of several such swaps it takes the one of the closest seeds, and of those the worst ones.
 */
function avoidRematches(seeds: readonly Seed[], size: number): Seed[] {
  let best = [...seeds]
  let fewest = countRematches(best, size)
  while (fewest > 0) {
    const better = listSwaps(best)
      .map((swapped) => ({ swapped, rematches: countRematches(swapped, size) }))
      .find(({ rematches }) => rematches < fewest)
    if (!better) return best
    best = better.swapped
    fewest = better.rematches
  }
  return best
}

/** Lists the seeds after each possible swap: first swaps of the closest seeds, and of those the worst ones. */
function listSwaps(seeds: readonly Seed[]): Seed[][] {
  const pairs = seeds.flatMap((seed, one) =>
    seeds.flatMap(({ rank }, other) => (other > one && rank === seed.rank ? [[one, other] as const] : [])),
  )
  type Pair = (typeof pairs)[number]
  const distance = ([one, other]: Pair) => other - one
  const swap = ([one, other]: Pair) => seeds.with(one, seeds[other] as Seed).with(other, seeds[one] as Seed)
  return pairs.toSorted((first, second) => distance(first) - distance(second) || second[1] - first[1]).map(swap)
}

function countRematches(seeds: readonly Seed[], size: number): number {
  const order = orderOfSeeds(size).map((seed) => seeds[seed - 1]?.pool)
  return order.filter((pool, index) => index % 2 === 0 && pool !== undefined && pool === order[index + 1]).length
}

interface BracketToPlan {
  readonly division: Division
  /** The best one first. */
  readonly seeds: readonly Seed[]
  readonly newId: () => string
}

interface PlannedBracket extends Omit<MadeBracket, 'posted'> {
  readonly games: PlannedGame[]
}

/** `C3` and `R3`: games of both divisions have different labels. */
const letters: Readonly<Record<Division, string>> = { comp: 'C', rec: 'R' }

/** A bracket with a round and a field for each game, among the other games of the plan. */
export function planBracket({ division, seeds, newId }: BracketToPlan, plan: Plan): PlannedBracket {
  const bracket = makeBracket({ seeds, letter: letters[division], newId })
  const toSource = (source: Source): SideSource => {
    if (source.kind !== 'seed') return source.kind === 'winner' ? { winner_of: source.game } : { loser_of: source.game }
    const { pool, letter, rank } = bracket.seeds[source.seed - 1] as Seed
    return { pool, rank, label: `${letter}${rank}` }
  }
  const { places, reasons } = findPlaces(bracket.games, listFreePlaces(division, plan))
  const games = bracket.games.map((game): PlannedGame => {
    const place = places.get(game.id)
    return {
      id: game.id,
      division,
      label: game.label,
      pool: null,
      places: game.places,
      home: toSource(game.home),
      away: toSource(game.away),
      round: place?.round ?? null,
      field: place?.field ?? null,
      start: null,
      reason: reasons.get(game.id) ?? null,
    }
  })
  const byRound = Map.groupBy(bracket.games, ({ round }) => round)
  const rounds = [...byRound.keys()].toSorted((one, other) => one - other)
  return {
    size: bracket.size,
    games,
    rounds: rounds.map((round) => (byRound.get(round) ?? []).map(({ id }) => id)),
    places: bracket.places.map(toSource),
  }
}

/** A round and a field, by their ids. */
interface GamePlace {
  readonly round: string
  readonly field: string
}
/** By the ids of games. */
type Places = Map<string, GamePlace>

const noRound = 'The last day has too few rounds for it.'
const noField = 'No field is left for it on the last day.'

/**
 * Finds a place for as many games as fit, each after its feeders. Where they do not all fit, the games for the worst
 * places have none, so that teams that play for better ones do not wait for a game that is never played. `freePlaces` are
 * by round; `reasons` are those of games without a place, by the ids of games.
 */
function findPlaces(games: readonly BracketGame[], freePlaces: readonly (readonly GamePlace[])[]) {
  const depths = countDepths(games)
  const maxDepth = freePlaces.filter(({ length }) => length > 0).length
  const reasons = new Map<string, string>()
  for (const { id } of games) if ((depths.get(id) ?? 1) > maxDepth) reasons.set(id, noRound)
  for (;;) {
    const remaining = games.filter(({ id }) => !reasons.has(id))
    const places = placeLate(remaining, depths, freePlaces)
    if (places.size === remaining.length) return { places, reasons }
    reasons.set(findLeastImportant(remaining).id, noField)
  }
}

/** Lists the games from which the teams come. */
const listFeeders = ({ home, away }: BracketGame): string[] =>
  [home, away].flatMap((source) => (source.kind === 'seed' ? [] : [source.game]))

/** Counts the rounds that each game needs: its own, and those of its feeders. Feeders stand before their games. */
function countDepths(games: readonly BracketGame[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const game of games)
    depths.set(game.id, 1 + Math.max(0, ...listFeeders(game).map((feeder) => depths.get(feeder) ?? 0)))
  return depths
}

/** Returns the game for the worst places, among those that feed no other game. */
function findLeastImportant(games: readonly BracketGame[]): BracketGame {
  const feeders = new Set(games.flatMap(listFeeders))
  const finals = games.filter(({ id }) => !feeders.has(id)).toSorted((one, other) => other.places[0] - one.places[0])
  return finals[0] as BracketGame
}

/**
 * Fills the rounds from the last one back. A game can get a place once the games that it feeds have theirs. Each round
 * first takes games with many rounds before them, then games for good places; those for the best get the first fields.
 */
function placeLate(
  games: readonly BracketGame[],
  depths: ReadonlyMap<string, number>,
  freePlaces: readonly (readonly GamePlace[])[],
): Places {
  const places: Places = new Map()
  const depthOf = ({ id }: BracketGame) => depths.get(id) ?? 0
  for (const placesOfRound of freePlaces.toReversed()) {
    const remaining = games.filter(({ id }) => !places.has(id))
    const feeders = new Set(remaining.flatMap(listFeeders))
    const gamesOfRound = remaining
      .filter(({ id }) => !feeders.has(id))
      .toSorted((one, other) => depthOf(other) - depthOf(one) || one.places[0] - other.places[0])
      .slice(0, placesOfRound.length)
      .toSorted((one, other) => one.places[0] - other.places[0])
    for (const [index, { id }] of gamesOfRound.entries()) places.set(id, placesOfRound[index] as GamePlace)
  }
  return places
}

/** Lists the free places of the last day by round, after the pool games of the division, the first field first. */
function listFreePlaces(division: Division, plan: Plan): GamePlace[][] {
  const { rounds, settings, games } = plan
  const takenPlaces = new Set(games.map(({ round, field }) => `${round} ${field}`))
  const lastDay = settings.days.at(-1)?.date
  const poolEnds = games.flatMap((game) => {
    const time = game.pool && game.division === division ? findTime(game, plan) : null
    return time ? [Date.parse(time.end)] : []
  })
  return rounds
    .filter(({ day, start }) => day === lastDay && poolEnds.every((end) => end <= Date.parse(start)))
    .map(({ id: round }) =>
      settings.fields.flatMap(({ id: field }) => (takenPlaces.has(`${round} ${field}`) ? [] : [{ round, field }])),
    )
}
