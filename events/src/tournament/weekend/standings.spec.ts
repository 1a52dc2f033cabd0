import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CountedGame, rankTeams, type Tiebreak, tiebreaks } from './standings.ts'

const game = (home: string, away: string, ours: number, theirs: number): CountedGame => ({
  home,
  away,
  score: { home: ours, away: theirs },
})
const ranks = (teams: string, games: readonly CountedGame[], more = {}) =>
  rankTeams({ teams: [...teams], games, ...more }).map(({ rank, team, decidedBy }) => [rank, team, decidedBy])

describe('Standings', () => {
  it('go by wins', () => {
    expect(ranks('ab', [game('a', 'b', 9, 11)])).toEqual([
      [1, 'b', 'wins'],
      [2, 'a', 'wins'],
    ])
  })

  it('are shared before the first game', () => {
    const [first, second] = rankTeams({ teams: ['a', 'b'], games: [] })
    expect(first).toEqual({
      rank: 1,
      isShared: true,
      team: 'a',
      played: 0,
      wins: 0,
      losses: 0,
      ties: 0,
      pointsFor: 0,
      pointsAgainst: 0,
      difference: 0,
      decidedBy: null,
    })
    expect(second?.rank).toBe(1)
  })

  it('count a tie as half a win', () => {
    expect(ranks('abc', [game('a', 'b', 8, 8), game('b', 'c', 11, 5), game('a', 'c', 5, 11)])).toEqual([
      [1, 'b', 'wins'],
      [2, 'c', 'wins'],
      [3, 'a', 'wins'],
    ])
  })

  it('separate two tied teams by the game between them', () => {
    const games = [
      game('a', 'b', 11, 10),
      game('a', 'c', 11, 9),
      game('b', 'c', 11, 0),
      game('a', 'd', 5, 11),
      game('b', 'd', 11, 0),
      game('c', 'd', 11, 9),
    ]
    expect(ranks('abcd', games)).toEqual([
      [1, 'a', 'head_to_head_wins'],
      [2, 'b', 'head_to_head_wins'],
      [3, 'c', 'head_to_head_wins'],
      [4, 'd', 'head_to_head_wins'],
    ])
  })

  it('separate a cycle of three by the points between them', () => {
    // Each beat one of the others: a by 4, b by 2, c by 1.
    const games = [
      game('a', 'b', 11, 7),
      game('b', 'c', 11, 9),
      game('c', 'a', 11, 10),
      game('a', 'd', 11, 10),
      game('b', 'd', 11, 0),
      game('c', 'd', 11, 5),
    ]
    expect(ranks('abcd', games)).toEqual([
      [1, 'a', 'head_to_head_difference'],
      [2, 'c', 'head_to_head_difference'],
      [3, 'b', 'head_to_head_difference'],
      [4, 'd', 'wins'],
    ])
  })

  it('start again from the first criterion for those who are still tied', () => {
    // Among a, b and c the differences are +2, +2 and -4. Of a and b, who are tied again, a won the game between them,
    // and so is first although b has the better difference of all games.
    const games = [
      game('a', 'b', 11, 10),
      game('c', 'a', 11, 10),
      game('b', 'c', 11, 8),
      game('a', 'c', 11, 9),
      game('a', 'd', 11, 10),
      game('b', 'd', 11, 0),
      game('c', 'd', 11, 10),
      game('b', 'e', 10, 11),
      game('c', 'e', 11, 10),
      game('a', 'e', 10, 11),
    ]
    expect(ranks('abc', games.slice(0, 3))).toEqual([
      [1, 'b', 'head_to_head_difference'],
      [2, 'a', 'head_to_head_difference'],
      [3, 'c', 'head_to_head_difference'],
    ])
    const tied = [game('a', 'b', 11, 10), game('c', 'a', 11, 10), game('b', 'c', 11, 10)]
    expect(ranks('abc', tied)).toEqual([
      [1, 'a', null],
      [1, 'b', null],
      [1, 'c', null],
    ])
  })

  it('do not ask for games between teams that have not all met', () => {
    const games = [game('a', 'x', 11, 2), game('b', 'x', 11, 5)]
    expect(ranks('abx', games)).toEqual([
      [1, 'a', 'difference'],
      [2, 'b', 'difference'],
      [3, 'x', 'wins'],
    ])
  })

  it('count a forfeit as win and loss, without points', () => {
    const [first, second] = rankTeams({
      teams: ['a', 'b'],
      games: [{ home: 'a', away: 'b', score: { home: 0, away: 0 }, forfeit: 'home' }],
    })
    expect(first).toMatchObject({ team: 'b', wins: 1, pointsFor: 0, difference: 0 })
    expect(second).toMatchObject({ team: 'a', losses: 1, pointsAgainst: 0 })
  })

  it('take the order of staff where no criterion separates', () => {
    const games = [game('a', 'b', 8, 8)]
    expect(ranks('ab', games)).toEqual([
      [1, 'a', null],
      [1, 'b', null],
    ])
    expect(ranks('ab', games, { decisions: [['b', 'a']] })).toEqual([
      [1, 'b', 'decision'],
      [2, 'a', 'decision'],
    ])
  })

  it('leave a decision out once a criterion separates', () => {
    expect(ranks('ab', [game('a', 'b', 11, 2)], { decisions: [['b', 'a']] })[0]).toEqual([1, 'a', 'wins'])
  })

  it('leave out the ranks after a shared one', () => {
    const games = [game('a', 'c', 11, 5), game('b', 'c', 11, 5), game('a', 'b', 8, 8)]
    expect(ranks('abc', games)).toEqual([
      [1, 'a', null],
      [1, 'b', null],
      [3, 'c', 'wins'],
    ])
  })
})

/** The rules once more, as plainly as possible: tables of single games, and every team compared with every other. */
function rankByHand(teams: readonly string[], games: readonly CountedGame[], order: readonly Tiebreak[]): string[][] {
  const sides = games.flatMap(({ home, away, score, forfeit }) => {
    const points = forfeit ? { home: 0, away: 0 } : score
    const won = forfeit === 'home' ? 0 : forfeit === 'away' ? 1 : (Math.sign(score.home - score.away) + 1) / 2
    return [
      { team: home, other: away, won, own: points.home, theirs: points.away },
      { team: away, other: home, won: 1 - won, own: points.away, theirs: points.home },
    ]
  })
  const value = (criterion: Tiebreak, team: string, group: readonly string[]): number => {
    const own = sides.filter((side) => side.team === team)
    const counted = criterion.startsWith('head') ? own.filter(({ other }) => group.includes(other)) : own
    const sum = (one: (side: (typeof sides)[number]) => number) => counted.reduce((total, side) => total + one(side), 0)
    if (criterion.endsWith('wins')) return sum(({ won }) => won)
    return criterion === 'points_for' ? sum(({ own: points }) => points) : sum((side) => side.own - side.theirs)
  }
  const haveMet = (group: readonly string[]) =>
    group.every((team) =>
      group.every((other) => team === other || sides.some((side) => side.team === team && side.other === other)),
    )
  const sort = (group: readonly string[]): string[][] => {
    for (const criterion of order) {
      if (criterion.startsWith('head') && !haveMet(group)) continue
      const values = [...new Set(group.map((team) => value(criterion, team, group)))].sort((a, b) => b - a)
      if (values.length > 1)
        return values.flatMap((best) => sort(group.filter((team) => value(criterion, team, group) === best)))
    }
    return [[...group].sort()]
  }
  return sort(teams)
}

const anyPool = fc.integer({ min: 2, max: 8 }).chain((size) => {
  const teams = [...'abcdefgh'].slice(0, size)
  const pairs = teams.flatMap((home, index) => teams.slice(index + 1).map((away) => ({ home, away })))
  const result = fc.record({
    // Few different scores, so that there are many ties.
    score: fc.constantFrom([2, 1], [1, 2], [2, 0], [0, 2], [1, 1]),
    isPlayed: fc.boolean(),
    forfeit: fc.option(fc.constantFrom('home' as const, 'away' as const), { nil: undefined, freq: 8 }),
  })
  return fc
    .record({
      teams: fc.constant(teams),
      isComplete: fc.boolean(),
      results: fc.array(result, { minLength: pairs.length, maxLength: pairs.length }),
      order: fc.shuffledSubarray([...tiebreaks].slice(1), { minLength: 4 }).map((rest) => ['wins' as const, ...rest]),
    })
    .map(({ results, isComplete, ...rest }) => ({
      ...rest,
      games: pairs.flatMap((pair, index): CountedGame[] => {
        const { score: [home = 0, away = 0] = [], isPlayed, forfeit } = results[index] as (typeof results)[number]
        return isComplete || isPlayed ? [{ ...pair, score: { home, away }, forfeit }] : []
      }),
    }))
})

describe('Standings of any pool', () => {
  it('are those of the rules, compared by hand', () => {
    fc.assert(
      fc.property(anyPool, ({ teams, games, order }) => {
        const ranked = rankTeams({ teams, games, tiebreaks: order })
        const groups = [...Map.groupBy(ranked, ({ rank }) => rank).values()].map((group) =>
          group.map(({ team }) => team).sort(),
        )
        expect(groups).toEqual(rankByHand(teams, games, order))
      }),
      { numRuns: 1000 },
    )
  })

  it('do not depend on the order of games or teams', () => {
    const shuffled = anyPool.chain((pool) =>
      fc.record({
        pool: fc.constant(pool),
        games: fc.shuffledSubarray(pool.games, { minLength: pool.games.length }),
        teams: fc.shuffledSubarray(pool.teams, { minLength: pool.teams.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ pool, games, teams }) => {
        const byTeam = (rows: ReturnType<typeof rankTeams>) => rows.toSorted((a, b) => a.team.localeCompare(b.team))
        expect(byTeam(rankTeams({ ...pool, games, teams }))).toEqual(byTeam(rankTeams(pool)))
      }),
      { numRuns: 100 },
    )
  })
})
