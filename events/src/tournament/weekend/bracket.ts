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

export interface BracketToMake {
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
