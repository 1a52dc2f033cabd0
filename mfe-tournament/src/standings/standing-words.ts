import type { Division } from '@ultimate/events/tournament/team.ts'
import type { ShownStanding, ShownStandings } from '@ultimate/events/tournament/weekend/games-api.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import type { DecidedBy } from '@ultimate/events/tournament/weekend/standings.ts'

export type PoolStandings = ShownStandings['pools'][number]

export const criterionWords: Readonly<Record<DecidedBy, string>> = {
  wins: 'Wins',
  head_to_head_wins: 'Wins against each other',
  head_to_head_difference: 'Points against each other',
  difference: 'Point difference',
  points_for: 'Points scored',
  decision: 'Decided by the directors',
}

/** Names what decided the rank; empty where wins did, which the table shows anyway, or where nothing was to decide. */
export function decidedWords({ shared, decided_by }: ShownStanding): string {
  if (shared) return 'Shared'
  return decided_by === null || decided_by === 'wins' ? '' : criterionWords[decided_by]
}

/** `2–1`, `2–1–1` where there are ties. */
export const formatRecord = ({ wins, losses, ties }: ShownStanding, withTies: boolean): string =>
  [wins, losses, ...(withTies ? [ties] : [])].join('–')

export const signed = (difference: number): string =>
  difference > 0 ? `+${difference}` : difference < 0 ? `−${-difference}` : '0'

export const isBegun = ({ rows }: PoolStandings): boolean => rows.some(({ played }) => played > 0)

/** `Complete`, `3 games to play`, `3 games to play, 1 disputed`. */
export function describeProgress(pool: PoolStandings, division: Division, games: readonly Game[]): string {
  if (pool.complete) return 'Complete'
  const those = games.filter((game) => game.division === division && game.pool === pool.name)
  const open = those.filter(({ status }) => status === 'scheduled').length
  const disputed = those.filter(({ status }) => status === 'disputed').length
  const words = [
    open > 0 && (open === 1 ? '1 game to play' : `${open} games to play`),
    disputed > 0 && `${disputed} disputed`,
  ]
  return words.filter(Boolean).join(', ')
}

/** Teams of a pool that has begun, group by group, whose rank no criterion decides. */
export function listTies(pool: PoolStandings): ShownStanding['team'][][] {
  if (!isBegun(pool)) return []
  const shared = pool.rows.filter((row) => row.shared)
  return [...Map.groupBy(shared, ({ rank }) => rank).values()].map((rows) => rows.map(({ team }) => team))
}
