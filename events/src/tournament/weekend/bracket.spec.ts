import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bracket, type BracketGame, makeBracket, orderOfSeeds, type Seed, type Source } from './bracket.ts'

const seed = (letter: string, rank: number): Seed => ({ pool: letter.toLowerCase(), letter, rank })
/** Pools of equal size, all firsts before all seconds. */
const makeSeeds = (teams: number, pools: number): Seed[] =>
  Array.from({ length: teams }, (_, index) => seed('ABCDEFGHIJ'[index % pools] ?? 'A', Math.floor(index / pools) + 1))
/** Numbers ids as labels are numbered. */
function nextId(): () => string {
  let number = 0
  return () => `game-C${++number}`
}
const make = (seeds: readonly Seed[]) => makeBracket({ seeds, letter: 'C', newId: nextId() })

/** Plays all games: `winner` names the side that wins. Returns the seeds by place. */
function play(bracket: Bracket, winner: (game: BracketGame) => 'home' | 'away') {
  const results = new Map<string, { winner: number; loser: number }>()
  const seedAt = (source: Source): number =>
    source.kind === 'seed' ? source.seed : (results.get(source.game)?.[source.kind] ?? Number.NaN)
  for (const game of bracket.games) {
    const [home, away] = [seedAt(game.home), seedAt(game.away)]
    const [first, second] = winner(game) === 'home' ? [home, away] : [away, home]
    results.set(game.id, { winner: first, loser: second })
  }
  return bracket.places.map(seedAt)
}

describe('A bracket', () => {
  it('lets seed 1 meet the last one, and seed 2 only in the final', () => {
    expect(orderOfSeeds(8)).toEqual([1, 8, 4, 5, 2, 7, 3, 6])
  })

  it('of four teams has semifinals, a final and a game for third place', () => {
    const { games, places, size } = make(makeSeeds(4, 2))
    expect(size).toBe(4)
    expect(games.map(({ label, round, places: [from, to] }) => [label, round, from, to])).toEqual([
      ['C1', 1, 1, 4],
      ['C2', 1, 1, 4],
      ['C3', 2, 1, 2],
      ['C4', 2, 3, 4],
    ])
    expect(games[2]?.home).toEqual({ kind: 'winner', game: 'game-C1' })
    expect(places).toEqual([
      { kind: 'winner', game: 'game-C3' },
      { kind: 'loser', game: 'game-C3' },
      { kind: 'winner', game: 'game-C4' },
      { kind: 'loser', game: 'game-C4' },
    ])
  })

  it('gives byes to the best seeds where opponents are missing', () => {
    const { games, size } = make(makeSeeds(6, 2))
    expect(size).toBe(8)
    const first = games.filter(({ round }) => round === 1)
    expect(first.map(({ home, away }) => [home, away])).toEqual([
      [
        { kind: 'seed', seed: 4 },
        { kind: 'seed', seed: 5 },
      ],
      [
        { kind: 'seed', seed: 3 },
        { kind: 'seed', seed: 6 },
      ],
    ])
    expect(games.find(({ round }) => round === 2)?.home).toEqual({ kind: 'seed', seed: 1 })
  })

  it('swaps seeds of one rank, so that no first game repeats one of a pool', () => {
    // Seeds 4 and 5 would meet, and are both of pool B.
    const { seeds } = make([
      seed('A', 1),
      seed('B', 1),
      seed('C', 1),
      seed('B', 2),
      seed('B', 3),
      seed('C', 3),
      seed('A', 3),
      seed('C', 4),
    ])
    const order = orderOfSeeds(8).map((number) => seeds[number - 1]?.pool)
    expect(order.filter((pool, index) => index % 2 === 0 && pool === order[index + 1])).toEqual([])
  })

  const anySize = fc.integer({ min: 4, max: 20 })

  it.each(Array.from({ length: 17 }, (_, index) => index + 4))('of %i teams decides every place once', (teams) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.infiniteStream(fc.boolean()), (pools, coins) => {
        const bracket = make(makeSeeds(teams, pools))
        const places = play(bracket, () => (coins.next().value ? 'home' : 'away'))
        expect(places.toSorted((one, other) => one - other)).toEqual(Array.from({ length: teams }, (_, i) => i + 1))
        // No team plays twice in a round.
        for (const games of Map.groupBy(bracket.games, ({ round }) => round).values()) {
          const sources = games.flatMap(({ home, away }) => [home, away]).map((source) => JSON.stringify(source))
          expect(new Set(sources).size).toBe(sources.length)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('has every better seed in front where every better seed wins', () => {
    fc.assert(
      fc.property(anySize, (teams) => {
        const bracket = make(makeSeeds(teams, 2))
        const seedAt = new Map<string, { winner: number; loser: number }>()
        const of = (source: Source): number =>
          source.kind === 'seed' ? source.seed : (seedAt.get(source.game)?.[source.kind] ?? 0)
        for (const { id, home, away } of bracket.games) {
          const sides = [of(home), of(away)]
          seedAt.set(id, { winner: Math.min(...sides), loser: Math.max(...sides) })
        }
        expect(bracket.places.map(of).slice(0, 4)).toEqual([1, 2, 3, 4])
      }),
    )
  })

  it('avoids a rematch in the first round wherever a swap of one rank can', () => {
    const rematches = ({ seeds, size }: Bracket) => {
      const order = orderOfSeeds(size).map((number) => seeds[number - 1]?.pool)
      return order.filter((pool, index) => index % 2 === 0 && pool !== undefined && pool === order[index + 1]).length
    }
    const anySeeds = fc.tuple(anySize, fc.integer({ min: 2, max: 5 })).chain(([teams, pools]) => {
      const seeds = makeSeeds(teams, pools)
      const ranks = [...Map.groupBy(seeds, ({ rank }) => rank).values()]
      return fc
        .tuple(...ranks.map((group) => fc.shuffledSubarray(group, { minLength: group.length })))
        .map((all) => all.flat())
    })
    fc.assert(
      fc.property(anySeeds, (seeds) => {
        const bracket = make(seeds)
        const left = rematches(bracket)
        const arranged = bracket.seeds
        for (const [one, a] of arranged.entries())
          for (const [other, b] of arranged.entries())
            if (other > one && a.rank === b.rank)
              expect(rematches({ ...bracket, seeds: arranged.with(one, b).with(other, a) })).toBeGreaterThanOrEqual(
                left,
              )
        expect(new Set(arranged).size).toBe(seeds.length)
      }),
      { numRuns: 300 },
    )
  })
})
