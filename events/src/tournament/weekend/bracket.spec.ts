import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bracket, type BracketGame, makeBracket, orderOfSeeds, type Seed, type Source } from './bracket.ts'
import { findConflicts } from './conflicts.ts'
import {
  defaultSettings,
  listRounds,
  type Plan,
  type PlannedGame,
  type ScheduleSettings,
  type SideSource,
} from './plan.ts'
import { planBracket } from './plan-bracket.ts'

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
      { numRuns: 5 },
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
      { numRuns: 50 },
    )
  })
})

describe('A planned bracket', () => {
  const emptyPlan = (changes: Partial<ScheduleSettings> = {}): Plan => {
    const settings = { ...defaultSettings, ...changes }
    return { settings, rounds: listRounds(settings), games: [] }
  }
  const sunday = (fields: number, rounds: number): Plan => {
    const [saturday, day] = defaultSettings.days as [ScheduleSettings['days'][0], ScheduleSettings['days'][0]]
    return emptyPlan({ fields: defaultSettings.fields.slice(0, fields), days: [saturday, { ...day, rounds }] })
  }

  let next = 0
  const plan = (teams: number, pools: number, on: Plan, division: 'comp' | 'rec' = 'comp') =>
    planBracket({ division, seeds: makeSeeds(teams, pools), newId: () => `game-${++next}` }, on)

  const listFeeders = ({ home, away }: PlannedGame): string[] =>
    [home, away].flatMap((side) => ('winner_of' in side ? [side.winner_of] : 'loser_of' in side ? [side.loser_of] : []))
  /** The number of its round on Sunday, from 1; null without a place. */
  const parseRound = ({ round }: PlannedGame): number | null =>
    round === null ? null : Number(round.split('-').at(-1))
  const parseField = ({ field }: PlannedGame): number => Number(field?.split('-').at(-1))
  const places = (games: readonly PlannedGame[]): string[] =>
    games.map(({ label, field, round }) => `${label} ${field} ${round?.slice(-1)}`)

  /** All that holds for every bracket, on fields and rounds as few as there may be. */
  function expectPlayable(games: readonly PlannedGame[], on: Plan): void {
    const byId = new Map(games.map((game) => [game.id, game]))
    for (const game of games) {
      const round = parseRound(game)
      expect(game.reason === null).toBe(round !== null)
      for (const id of listFeeders(game)) {
        const before = parseRound(byId.get(id) as PlannedGame)
        // A game that waits for one without a place has none itself.
        if (round !== null) expect(before).toBeLessThan(round)
      }
    }
    const taken = games.filter(({ round }) => round !== null).map(({ round, field }) => `${round} ${field}`)
    expect(new Set(taken).size).toBe(taken.length)
    expect(findConflicts({ ...on, games }, (team) => team)).toEqual([])
  }

  /** Plays all games, won by home where the coin decides so. Returns the teams of each game, and who is at each place. */
  function play({ games, places }: ReturnType<typeof plan>, coins: Iterator<boolean>) {
    const played = new Map<string, { winner: string; loser: string }>()
    const findTeam = (side: SideSource): string => {
      if ('winner_of' in side) return played.get(side.winner_of)?.winner ?? ''
      return 'loser_of' in side ? (played.get(side.loser_of)?.loser ?? '') : 'label' in side ? side.label : side.team
    }
    for (const { id, home, away } of games) {
      const [one, other] = [findTeam(home), findTeam(away)]
      played.set(id, coins.next().value ? { winner: one, loser: other } : { winner: other, loser: one })
    }
    const listTeams = ({ id }: PlannedGame) => Object.values(played.get(id) ?? {})
    return { listTeams, places: places.map(findTeam) }
  }

  const anyTeams = fc.integer({ min: 4, max: 20 })
  const anyPools = fc.integer({ min: 1, max: 5 })
  const anyFields = fc.integer({ min: 1, max: 12 })
  const anyCoins = fc.infiniteStream(fc.boolean())
  const anyRounds = fc.integer({ min: 1, max: 12 })

  const twenty = () => Array.from({ length: 20 }, (_, index) => ({ id: `field-${index + 1}`, name: `${index + 1}` }))

  it('of four teams has its final last, on the first field', () => {
    const { games } = plan(4, 2, emptyPlan())
    expect(places(games)).toEqual(['C1 field-1 4', 'C2 field-2 4', 'C3 field-1 5', 'C4 field-2 5'])
  })

  it('has no game before those that it waits for, and no field twice, on any fields and rounds', () => {
    fc.assert(
      fc.property(anyTeams, anyPools, anyFields, anyRounds, (teams, pools, fields, rounds) => {
        const on = sunday(fields, rounds)
        expectPlayable(plan(teams, pools, on).games, on)
      }),
      { numRuns: 50 },
    )
  })

  it('has no team twice in a round of time, with any winners', () => {
    fc.assert(
      fc.property(anyTeams, anyFields, anyRounds, anyCoins, (teams, fields, rounds, coins) => {
        const bracket = plan(teams, 4, sunday(fields, rounds))
        const { listTeams } = play(bracket, coins)
        const placed = bracket.games.filter(({ round }) => round !== null)
        for (const those of Map.groupBy(placed, ({ round }) => round).values()) {
          const playing = those.flatMap(listTeams)
          expect(new Set(playing).size).toBe(2 * those.length)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('decides the best places last, on the first fields', () => {
    fc.assert(
      fc.property(anyTeams, anyFields, anyRounds, (teams, fields, rounds) => {
        const { games } = plan(teams, 4, sunday(fields, rounds))
        const last = games.filter(({ places: at, round }) => at && at[1] === at[0] + 1 && round !== null)
        const [final, ...others] = last.toSorted((one, other) => (one.places?.[0] ?? 0) - (other.places?.[0] ?? 0))
        if (final?.places?.[0] !== 1) return
        expect(parseField(final)).toBe(1)
        for (const other of others) expect(parseRound(other)).toBeLessThanOrEqual(parseRound(final) as number)
        for (const those of Map.groupBy(last, ({ round }) => round).values()) {
          const inOrder = those.toSorted((one, other) => parseField(one) - parseField(other))
          expect(inOrder).toEqual(those.toSorted((one, other) => (one.places?.[0] ?? 0) - (other.places?.[0] ?? 0)))
        }
      }),
      { numRuns: 50 },
    )
  })

  it('decides every place once, with any winners', () => {
    fc.assert(
      fc.property(anyTeams, anyPools, anyCoins, (teams, pools, coins) => {
        const { places: decided } = play(plan(teams, pools, emptyPlan()), coins)
        expect(decided.toSorted()).toEqual(
          makeSeeds(teams, pools)
            .map(({ letter, rank }) => `${letter}${rank}`)
            .toSorted(),
        )
      }),
      { numRuns: 50 },
    )
  })

  it('of 16 teams fits beside another of 16: its four rounds need eight fields each', () => {
    const comp = plan(16, 4, emptyPlan({ fields: twenty() })).games
    const rec = plan(16, 4, { ...emptyPlan({ fields: twenty() }), games: comp }, 'rec').games
    for (const game of [...comp, ...rec]) expect(game.reason).toBeNull()
  })

  it('of 20 teams and one of 16 do not all fit on 12 fields and 5 rounds: games for the worst places have no place', () => {
    const on = emptyPlan()
    const comp = plan(20, 5, on).games
    const rec = plan(16, 4, { ...on, games: comp }, 'rec').games
    expectPlayable([...comp, ...rec], on)
    const placed = [...comp, ...rec].filter(({ round }) => round !== null)
    expect([comp.length, rec.length, placed.length]).toEqual([40, 32, 60])
    const lost = [...comp, ...rec].filter(({ round }) => round === null)
    expect(lost.map(({ division, places: at }) => `${division} ${at?.join('-')}`)).toEqual([
      ...Array(4).fill('rec 9-16'),
      ...Array(2).fill('rec 9-12'),
      ...Array(2).fill('rec 13-16'),
      ...['rec 9-10', 'rec 11-12', 'rec 13-14', 'rec 15-16'],
    ])
    expect(new Set(lost.map(({ reason }) => reason))).toEqual(new Set(['No field is left for it on the last day.']))
  })

  it('with too few rounds lets all games wait that come too late for them, the final among them', () => {
    const { games } = plan(8, 2, sunday(12, 2))
    const late = games.filter(({ reason }) => reason !== null)
    expect(late.map(({ label, reason }) => `${label}: ${reason}`)).toEqual(
      ['C9', 'C10', 'C11', 'C12'].map((label) => `${label}: The last day has too few rounds for it.`),
    )
  })

  it('begins after the pool games of its division, where a weekend has one day', () => {
    const on = emptyPlan({ days: [{ date: '2025-11-22', first_start: '09:00', rounds: 6 }] })
    const poolGame = (division: 'comp' | 'rec', round: number): PlannedGame => ({
      id: `pool-${division}-${round}`,
      division,
      label: `A-${round}`,
      pool: { id: 'a', name: 'Pool A' },
      places: null,
      home: { team: 'one' },
      away: { team: 'other' },
      round: `2025-11-22-${round}`,
      field: 'field-1',
      start: null,
      reason: null,
    })
    const { games } = plan(8, 2, { ...on, games: [poolGame('comp', 4), poolGame('rec', 5)] })
    expect(games.map(parseRound)).toEqual([5, 5, 5, 5, 6, 6, 6, 6, null, null, null, null])
  })
})
