import { type Division, divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import type { ShownStandings } from '@ultimate/events/tournament/weekend/games-api.ts'
import { clockTime } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import type { PoolStandings } from '../standings/standing-words.ts'

/** The content of the screen at a time. */
export type Scene = { readonly id: string; readonly title: string } & (
  | { readonly kind: 'games'; readonly games: readonly Game[] }
  | { readonly kind: 'pools'; readonly division: Division; readonly pools: readonly PoolStandings[] }
)

/** The numbers that fit on a screen of 1920 by 1080. */
const gamesAtATime = 10
const rowsAtATime = 9

interface WallFacts {
  readonly games: readonly Game[]
  readonly standings: Readonly<Partial<Record<Division, ShownStandings>>>
  /** Milliseconds. */
  readonly now: number
}

/** Games now and next, or the latest results where none is on, the round of each bracket, and all standings. */
export function listScenes({ games, standings, now }: WallFacts): Scene[] {
  const timed = games.filter(({ start, status }) => start !== null && status !== 'cancelled')
  const current = timed.filter((game) => parseStart(game) <= now && now < parseEnd(game))
  const next = sameStart(
    timed.filter((game) => parseStart(game) > now).toSorted((one, other) => parseStart(one) - parseStart(other)),
  )
  const over = timed.filter((game) => parseEnd(game) <= now && (game.score !== null || game.forfeit !== null))
  const latest = sameStart(over.toSorted((one, other) => parseStart(other) - parseStart(one)))
  return [
    ...pageGames('now', 'Now', current),
    ...(current.length === 0 ? pageGames('latest', 'Latest results', latest) : []),
    ...pageGames('next', `Next, ${clockTime(next[0]?.start ?? '')}`, next),
    ...divisions.flatMap((division) =>
      pageGames(`bracket-${division}`, `Bracket, ${divisionLabels[division]}`, findRound(timed, division)),
    ),
    ...divisions.flatMap((division) => pagePools(division, standings[division]?.pools ?? [])),
  ]
}

const parseStart = ({ start }: Game): number => Date.parse(start ?? '')
const parseEnd = ({ end }: Game): number => Date.parse(end ?? '')

/** The first one, and those that begin with it. */
const sameStart = (games: readonly Game[]): Game[] => games.filter(({ start }) => start === games[0]?.start)

/** The round that a bracket has come to. */
function findRound(games: readonly Game[], division: Division): Game[] {
  const those = games.filter((game) => game.stage === 'bracket' && game.division === division)
  const open = those
    .filter(({ status }) => status !== 'final')
    .toSorted((one, other) => parseStart(one) - parseStart(other))
  return those.filter(({ start }) => start === open[0]?.start)
}

function pageGames(id: string, title: string, games: readonly Game[]): Scene[] {
  return inPages(games, () => 1, gamesAtATime).map((page, index) => ({
    kind: 'games',
    id: `${id}-${index}`,
    title,
    games: page,
  }))
}

function pagePools(division: Division, pools: readonly PoolStandings[]): Scene[] {
  // Two pools stand side by side.
  return inPages(pools, ({ rows }) => rows.length / 2, rowsAtATime).map((page, index) => ({
    kind: 'pools',
    id: `pools-${division}-${index}`,
    title: `Standings, ${divisionLabels[division]}`,
    division,
    pools: page,
  }))
}

/** Returns pages of even length: a last page with one game alone would look lost. */
function inPages<Item>(items: readonly Item[], sizeOf: (item: Item) => number, atATime: number): Item[][] {
  const all = items.reduce((sum, item) => sum + sizeOf(item), 0)
  const pages = Math.ceil(all / atATime)
  const each = Math.ceil(items.length / Math.max(1, pages))
  return Array.from({ length: pages }, (_, page) => items.slice(page * each, (page + 1) * each)).filter(
    (page) => page.length > 0,
  )
}
