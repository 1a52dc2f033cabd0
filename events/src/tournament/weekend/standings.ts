/** The criteria that separate teams of a pool, in their default order. */
export const tiebreaks = ['wins', 'head_to_head_wins', 'head_to_head_difference', 'difference', 'points_for'] as const
export type Tiebreak = (typeof tiebreaks)[number]

/** The reason for a rank: a criterion, or staff where no criterion could decide it. */
export type DecidedBy = Tiebreak | 'decision'

/** A game of a pool that counts. The team that forfeits loses, and neither team gets points. */
export interface CountedGame {
  readonly home: string
  readonly away: string
  readonly score: { readonly home: number; readonly away: number }
  readonly forfeit?: 'home' | 'away' | undefined
}

export interface Standing {
  /** Counted from 1. After a shared rank, as many ranks are left out: 1, 2, 2, 4. */
  readonly rank: number
  readonly isShared: boolean
  readonly team: string
  readonly played: number
  readonly wins: number
  readonly losses: number
  readonly ties: number
  readonly pointsFor: number
  readonly pointsAgainst: number
  readonly difference: number
  /** The criterion or decision that separated the team from tied ones; null for a shared rank, and for a single team. */
  readonly decidedBy: DecidedBy | null
}

/** An order that staff gave to teams which shared a rank: their ids, the best first. */
export type Decision = readonly string[]

interface PoolToRank {
  readonly teams: readonly string[]
  readonly games: readonly CountedGame[]
  readonly tiebreaks?: readonly Tiebreak[]
  readonly decisions?: readonly Decision[]
}

type Totals = Omit<Standing, 'rank' | 'isShared' | 'team' | 'decidedBy'>

/** A team with a rank, or teams that share one. */
interface RankGroup {
  readonly teams: readonly string[]
  readonly decidedBy: DecidedBy | null
}

/**
 * The standings of a pool. All teams are split by the first criterion that separates any of them; those that are still
 * tied start again from the first criterion among themselves. A result does not depend on the order of teams or games,
 * except that teams that share a rank stay in the order in which they were given.
 */
export function rankTeams({ teams, games, tiebreaks: criteria = tiebreaks, decisions = [] }: PoolToRank): Standing[] {
  const totals = new Map(teams.map((team) => [team, sumUp(team, games)]))
  const split = (tied: readonly string[], decidedBy: DecidedBy | null): RankGroup[] => {
    if (tied.length === 1) return [{ teams: tied, decidedBy }]
    for (const criterion of criteria) {
      const groups = groupByValue(tied, valueTeamsBy(criterion, tied, games, totals))
      if (groups.length > 1) return groups.flatMap((group) => split(group, criterion))
    }
    const decision = decisions.findLast((order) => isSameSet(order, tied))
    if (decision) return decision.map((team) => ({ teams: [team], decidedBy: 'decision' as const }))
    return [{ teams: tied, decidedBy: null }]
  }
  let nextRank = 1
  return split(teams, null).flatMap(({ teams: group, decidedBy }) => {
    const rank = nextRank
    nextRank += group.length
    const isShared = group.length > 1
    return group.map((team) => ({ rank, isShared, team, decidedBy, ...(totals.get(team) as Totals) }))
  })
}

function sumUp(team: string, games: readonly CountedGame[]): Totals {
  const sum = { played: 0, wins: 0, losses: 0, ties: 0, pointsFor: 0, pointsAgainst: 0 }
  for (const game of games.filter(({ home, away }) => home === team || away === team)) {
    const [own, other] = game.home === team ? (['home', 'away'] as const) : (['away', 'home'] as const)
    const result = computeResult(game, own)
    sum.played++
    sum[result]++
    if (game.forfeit) continue
    sum.pointsFor += game.score[own]
    sum.pointsAgainst += game.score[other]
  }
  return { ...sum, difference: sum.pointsFor - sum.pointsAgainst }
}

function computeResult({ score, forfeit }: CountedGame, side: 'home' | 'away'): 'wins' | 'losses' | 'ties' {
  if (forfeit) return forfeit === side ? 'losses' : 'wins'
  if (score.home === score.away) return 'ties'
  return score.home > score.away === (side === 'home') ? 'wins' : 'losses'
}

/** A tie is half a win. */
const countWins = ({ wins, ties }: Totals): number => wins + ties / 2

/** Returns a function that values a team, the higher the better; null where the criterion does not apply to this group. */
function valueTeamsBy(
  criterion: Tiebreak,
  tied: readonly string[],
  games: readonly CountedGame[],
  totals: ReadonlyMap<string, Totals>,
): ((team: string) => number) | null {
  const fromTotals = (value: (sum: Totals) => number) => (team: string) => value(totals.get(team) as Totals)
  if (criterion === 'wins') return fromTotals(countWins)
  if (criterion === 'difference') return fromTotals(({ difference }) => difference)
  if (criterion === 'points_for') return fromTotals(({ pointsFor }) => pointsFor)
  const headToHead = games.filter(({ home, away }) => tied.includes(home) && tied.includes(away))
  if (!haveAllMet(tied, headToHead)) return null
  return (team) => {
    const sum = sumUp(team, headToHead)
    return criterion === 'head_to_head_wins' ? countWins(sum) : sum.difference
  }
}

function haveAllMet(teams: readonly string[], games: readonly CountedGame[]): boolean {
  const pairs = new Set(games.map(({ home, away }) => (home < away ? `${home} ${away}` : `${away} ${home}`)))
  return pairs.size === (teams.length * (teams.length - 1)) / 2
}

/** Groups of equal value, the highest first; one group where there are no values. */
function groupByValue(teams: readonly string[], value: ((team: string) => number) | null): string[][] {
  if (!value) return [[...teams]]
  return [...Map.groupBy(teams, value)].toSorted(([one], [other]) => other - one).map(([, group]) => group)
}

export const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((team) => other.includes(team))
