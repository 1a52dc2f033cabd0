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

/** A game without its id: its sources name other games by their index in the list of drafts, until `labelGames`. */
type GameDraft = Omit<BracketGame, 'id' | 'label'>

/** Null is a bye: the opponent goes on without a game. */
type SourceOrBye = Source | null

/**
 * A bracket in which every place is played for. Seed 1 meets the last seed, missing opponents are byes, and losers go on
 * among themselves for the places below.
 */
export function makeBracket({ seeds, letter, newId }: BracketToMake): Bracket {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, seeds.length)))
  const drafts: GameDraft[] = []
  const places: SourceOrBye[] = []
  // Drafts this round and all later ones among these sides, which play for as many places from `firstPlace` on.
  const draftRounds = (sides: readonly SourceOrBye[], firstPlace: number, round: number): void => {
    if (sides.length === 1) {
      places[firstPlace - 1] = sides[0] ?? null
      return
    }
    const winners: SourceOrBye[] = []
    const losers: SourceOrBye[] = []
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
    draftRounds(winners, firstPlace, round + 1)
    draftRounds(losers, firstPlace + winners.length, round + 1)
  }
  const sides = orderOfSeeds(size).map((seed): SourceOrBye => (seed <= seeds.length ? { kind: 'seed', seed } : null))
  draftRounds(sides, 1, 1)
  return {
    size,
    seeds: avoidRematches(seeds, size),
    // `orderOfSeeds` spreads the byes so that they end in the last places.
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
