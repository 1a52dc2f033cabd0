import type { Division } from '../team.ts'
import { findTime, type Plan, type PlannedGame, type SideSource } from './plan.ts'
import type { MadeBracket } from './schedule.ts'

/** A team that a bracket begins with, by its rank in a pool: standings show which team that is. */
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

/** Games for the first four places take longer. */
export const pointsOf = ([, last]: BracketGame['places']): number => (last <= 4 ? 13 : 11)

interface BracketToMake {
  /** Seed 1 first. */
  readonly seeds: readonly Seed[]
  /** The letter of labels, such as `C`. */
  readonly letter: string
  readonly newId: () => string
}

/**
 * A bracket in which every place is played for. Seed 1 meets the last one, missing opponents are byes, and losers go on
 * among themselves for the places below.
 */
export function makeBracket({ seeds, letter, newId }: BracketToMake): Bracket {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, seeds.length)))
  const arranged = avoidRematches(seeds, size)
  const drafts: Omit<BracketGame, 'id' | 'label'>[] = []
  const places: (Source | null)[] = []
  // Games are named by their number until all are known: labels go round by round.
  const play = (sides: readonly (Source | null)[], from: number, round: number): void => {
    if (sides.length === 1) {
      places[from - 1] = sides[0] as Source | null
      return
    }
    const [winners, losers]: [(Source | null)[], (Source | null)[]] = [[], []]
    for (let index = 0; index < sides.length; index += 2) {
      const [home = null, away = null] = sides.slice(index, index + 2)
      if (home && away) {
        const game = String(drafts.length)
        drafts.push({ round, places: [from, from + sides.length - 1], home, away })
        winners.push({ kind: 'winner', game })
        losers.push({ kind: 'loser', game })
      } else {
        winners.push(home ?? away)
        losers.push(null)
      }
    }
    play(winners, from, round + 1)
    play(losers, from + winners.length, round + 1)
  }
  const first = orderOfSeeds(size).map((seed): Source | null => (seed <= seeds.length ? { kind: 'seed', seed } : null))
  play(first, 1, 1)
  return name({ size, seeds: arranged, games: drafts, places: places.slice(0, seeds.length) as Source[] })

  function name({ games, ...rest }: Omit<Bracket, 'games'> & { readonly games: typeof drafts }): Bracket {
    const inOrder = games
      .map((game, draft) => ({ ...game, draft }))
      .toSorted((one, other) => one.round - other.round || one.places[0] - other.places[0] || one.draft - other.draft)
    const named = new Map(
      inOrder.map(({ draft }, index) => {
        const label = `${letter}${index + 1}`
        return [String(draft), { id: newId(), label }]
      }),
    )
    const resolve = (source: Source): Source =>
      source.kind === 'seed' ? source : { ...source, game: named.get(source.game)?.id as string }
    return {
      ...rest,
      games: inOrder.map(({ draft, round, places: reach, home, away }) => ({
        ...(named.get(String(draft)) as { id: string; label: string }),
        round,
        places: reach,
        home: resolve(home),
        away: resolve(away),
      })),
      places: rest.places.map(resolve),
    }
  }
}

/** Returns the seeds in first-round order: 1, 8, 4, 5, 2, 7, 3, 6 for 8. Neighbors meet, and so do their winners. */
export function orderOfSeeds(size: number): number[] {
  if (size === 1) return [1]
  return orderOfSeeds(size / 2).flatMap((seed) => [seed, size + 1 - seed])
}

/**
 * Swaps seeds of the same rank in their pools, until no swap leaves fewer first games between teams of one pool. Of
 * several such swaps it takes the one of seeds that are closest to each other.
 */
function avoidRematches(seeds: readonly Seed[], size: number): Seed[] {
  let best = [...seeds]
  let left = countRematches(best, size)
  while (left > 0) {
    const better = listSwaps(best)
      .map((swapped) => ({ swapped, rematches: countRematches(swapped, size) }))
      .find(({ rematches }) => rematches < left)
    if (!better) return best
    best = better.swapped
    left = better.rematches
  }
  return best
}

function listSwaps(seeds: readonly Seed[]): Seed[][] {
  const pairs = seeds.flatMap((seed, index) =>
    seeds.flatMap((other, by) => (by > index && other.rank === seed.rank ? [[index, by] as const] : [])),
  )
  const swap = ([one, other]: readonly [number, number]) =>
    seeds.with(one, seeds[other] as Seed).with(other, seeds[one] as Seed)
  return pairs.toSorted(([a, b], [c, d]) => b - a - (d - c) || d - b).map(swap)
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

interface FoundPlace {
  readonly round: string
  readonly field: string
}
type Places = Map<string, FoundPlace>

const noRound = 'The last day has too few rounds for it.'
const noField = 'No field is left for it on the last day.'

/**
 * Finds a place for as many games as fit, none before the games that it waits for. Where they do not all fit, the games
 * for the worst places have none: teams that play for better ones do not wait for a game that is never played.
 */
function findPlaces(games: readonly BracketGame[], free: readonly (readonly FoundPlace[])[]) {
  const depths = countDepths(games)
  const deepest = free.filter(({ length }) => length > 0).length
  const reasons = new Map<string, string>()
  for (const { id } of games) if ((depths.get(id) ?? 1) > deepest) reasons.set(id, noRound)
  for (;;) {
    const wanted = games.filter(({ id }) => !reasons.has(id))
    const places = placeLate(wanted, depths, free)
    if (places.size === wanted.length) return { places, reasons }
    reasons.set(leastWanted(wanted).id, noField)
  }
}

const listFeeders = ({ home, away }: BracketGame): string[] =>
  [home, away].flatMap((source) => (source.kind === 'seed' ? [] : [source.game]))

/** Counts the games that a team has to play for each, itself among them. Feeders come first. */
function countDepths(games: readonly BracketGame[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const game of games)
    depths.set(game.id, 1 + Math.max(0, ...listFeeders(game).map((feeder) => depths.get(feeder) ?? 0)))
  return depths
}

/** Returns the game for the worst places among those for which no other game waits. */
function leastWanted(games: readonly BracketGame[]): BracketGame {
  const feeds = new Set(games.flatMap(listFeeders))
  const last = games.filter(({ id }) => !feeds.has(id)).toSorted((one, other) => other.places[0] - one.places[0])
  return last[0] as BracketGame
}

/**
 * Fills rounds from the last one back: each takes the games that most others come before, and of these the ones for the
 * best places, which get the first fields.
 */
function placeLate(
  games: readonly BracketGame[],
  depths: ReadonlyMap<string, number>,
  free: readonly (readonly FoundPlace[])[],
): Places {
  const places: Places = new Map()
  const depth = ({ id }: BracketGame) => depths.get(id) ?? 0
  for (const round of free.toReversed()) {
    const waiting = games.filter(({ id }) => !places.has(id))
    const feeds = new Set(waiting.flatMap(listFeeders))
    const taken = waiting
      .filter(({ id }) => !feeds.has(id))
      .toSorted((one, other) => depth(other) - depth(one) || one.places[0] - other.places[0])
      .slice(0, round.length)
      .toSorted((one, other) => one.places[0] - other.places[0])
    for (const [index, { id }] of taken.entries()) places.set(id, round[index] as FoundPlace)
  }
  return places
}

/** Lists the free places of the last day by round, from after the pool games of the division, the first field first. */
function listFreePlaces(division: Division, plan: Plan): FoundPlace[][] {
  const { rounds, settings, games } = plan
  const isTaken = new Set(games.map(({ round, field }) => `${round} ${field}`))
  const lastDay = settings.days.at(-1)?.date
  const poolEnds = games.flatMap((game) => {
    const time = game.pool && game.division === division ? findTime(game, plan) : null
    return time ? [Date.parse(time.end)] : []
  })
  return rounds
    .filter(({ day, start }) => day === lastDay && poolEnds.every((end) => end <= Date.parse(start)))
    .map(({ id: round }) =>
      settings.fields.flatMap(({ id: field }) => (isTaken.has(`${round} ${field}`) ? [] : [{ round, field }])),
    )
}
