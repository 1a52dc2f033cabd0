import { clockTime } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { sideName } from '../shown-games.ts'

/** `1st`, `22nd`. */
export function ordinal(place: number): string {
  const isTeen = place % 100 > 10 && place % 100 < 14
  return `${place}${(isTeen ? undefined : ['', 'st', 'nd', 'rd'][place % 10]) || 'th'}`
}

/** The names of rounds by the last place that a team of such a game can still reach. */
const roundNames: ReadonlyMap<number, string> = new Map([
  [2, 'Final'],
  [4, 'Semifinal'],
  [8, 'Quarterfinal'],
])

/** Names what a game decides: `Semifinal`, `5th place`, `Places 9–12`. */
export function describeStakes({ places }: Pick<Game, 'places'>, teams: number): string {
  const [from, lastReachable] = places ?? [1, teams]
  // With byes, fewer teams than places play.
  const to = Math.min(lastReachable, teams)
  const name = from === 1 ? roundNames.get(lastReachable) : undefined
  if (name) return name
  return to - from <= 1 ? `${ordinal(from)} place` : `Places ${from}–${to}`
}

/** The games of a round under what they decide, the best places first. */
export function groupByStakes(games: readonly Game[], teams: number): [title: string, games: readonly Game[]][] {
  return [...Map.groupBy(games, (game) => describeStakes(game, teams))]
}

/** `R13, R14 (Places 9–12), R15 (9th place)`. */
export const listByStakes = (games: readonly Game[], teams: number): string =>
  groupByStakes(games, teams)
    .map(([stakes, gamesOfStakes]) => `${gamesOfStakes.map(({ label }) => label).join(', ')} (${stakes})`)
    .join(', ')

/** Returns the time and field of a game, as far as they are known. */
export function describeTimeAndField({ start, field_id }: Game, fields: ReadonlyMap<string, string>): string {
  const field = fields.get(field_id ?? '')
  if (!start) return 'No time yet'
  return field ? `${clockTime(start)}, ${field}` : clockTime(start)
}

const statusWords = {
  scheduled: '',
  provisional: 'Provisional: ',
  disputed: 'The captains entered different scores.',
  final: 'Final: ',
  cancelled: 'Canceled.',
} as const

/** Describes a game in full, as screen readers read it out. */
export function describeGame(game: Game, teams: number, fields: ReadonlyMap<string, string>): string {
  const { label, home, away } = game
  const when = game.start ? ` at ${describeTimeAndField(game, fields)}` : ', without a time yet'
  return `${label}, ${describeStakes(game, teams)}: ${sideName(home)} against ${sideName(away)}${when}. ${resultWords(game)}`.trim()
}

function resultWords({ status, score, forfeit, home, away, flag }: Game): string {
  const flagWords = flag ? ' Other teams played it.' : ''
  if (forfeit) return `${sideName(forfeit === 'home' ? home : away)} forfeited.${flagWords}`
  if (score && status !== 'disputed')
    return `${statusWords[status]}${sideName(home)} ${score.home}, ${sideName(away)} ${score.away}.${flagWords}`
  return `${statusWords[status]}${flagWords}`
}
