import type { SideName } from '@ultimate/events/tournament/weekend/game.ts'
import type { ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { clockTime } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game, Side } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { sideName } from '../shown-games.ts'

/** A game at its place in a drawing. */
interface DrawnGame {
  readonly game: Game
  /** From 0. */
  readonly column: number
  /** Its upper edge, in heights of a game. */
  readonly row: number
}

/** A link from a game to the side that its winner takes. */
export interface Link {
  readonly from: DrawnGame
  readonly to: DrawnGame
  readonly side: SideName
}

/** A drawing of the games that lead to one place, such as the first, and of the game for the place two below, the third. */
export interface Board {
  /** The best place that the games of the board decide. */
  readonly bestPlace: number
  readonly title: string
  readonly columns: readonly string[]
  /** Its height, in heights of a game. */
  readonly rows: number
  readonly games: readonly DrawnGame[]
  readonly links: readonly Link[]
}

const sides = ['home', 'away'] as const

/** The label of the game whose winner takes a side. */
const findFeeder = ({ from }: Side): string | null => /^Winner of (.+)$/.exec(from)?.[1] ?? null

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

/** The bracket as it is drawn: the championship, then one board for each range of places below. */
export function drawBoards({ rounds, places }: ShownBracket): Board[] {
  const teams = places.length
  const allGames = rounds.flatMap(({ number, games }) => games.map((game) => ({ game, round: number })))
  const gamesByPlace = Map.groupBy(allGames, ({ game }) => game.places?.[0] ?? 1)
  /** A single game, such as that for the third place, is drawn on the board of the place two above. */
  const isDrawnAbove = (place: number): boolean =>
    gamesByPlace.get(place)?.length === 1 && (gamesByPlace.get(place - 2)?.length ?? 0) > 1
  return [...gamesByPlace.keys()]
    .toSorted((one, other) => one - other)
    .filter((place) => !isDrawnAbove(place))
    .map((place) => {
      const placementGame = isDrawnAbove(place + 2) ? gamesByPlace.get(place + 2)?.[0]?.game : undefined
      return drawBoard(gamesByPlace.get(place) ?? [], placementGame, teams)
    })
}

interface RoundGame {
  readonly game: Game
  readonly round: number
}

function drawBoard(roundGames: readonly RoundGame[], placementGame: Game | undefined, teams: number): Board {
  const roundNumbers = [...new Set(roundGames.map(({ round }) => round))].toSorted((one, other) => one - other)
  const gamesByLabel = new Map(roundGames.map((one) => [one.game.label, one]))
  const drawnGames = new Map<string, DrawnGame>()
  let rows = 0
  // Puts a game in the middle of the games that its teams come from. A game without such games takes the next free row.
  const draw = ({ game, round }: RoundGame): DrawnGame => {
    const feeders = sides.flatMap((side) => gamesByLabel.get(findFeeder(game[side]) ?? '') ?? []).map(draw)
    const row = feeders.length === 0 ? rows++ : feeders.reduce((sum, { row }) => sum + row, 0) / feeders.length
    const drawn = { game, column: roundNumbers.indexOf(round), row }
    drawnGames.set(game.label, drawn)
    return drawn
  }
  const final = draw(roundGames.at(-1) as RoundGame)
  // Games that do not lead to the last one are drawn below; a complete bracket has none.
  for (const one of roundGames) if (!drawnGames.has(one.game.label)) draw(one)
  const links = [...drawnGames.values()].flatMap((to) =>
    sides.flatMap((side): Link[] => {
      const from = drawnGames.get(findFeeder(to.game[side]) ?? '')
      return from ? [{ from, to, side }] : []
    }),
  )
  const games = [...drawnGames.values()]
  if (placementGame) games.push({ game: placementGame, column: final.column, row: final.row + placementGap })
  const [bestPlace] = final.game.places ?? [1]
  const [first] = roundGames
  return {
    bestPlace,
    title: bestPlace === 1 ? 'Championship' : writeTitle(first?.game as Game, teams),
    columns: roundNumbers.map((number, index) =>
      columnTitle(roundGames.find(({ round }) => round === number)?.game as Game, `Round ${number}`, {
        teams,
        isFirst: index === 0,
      }),
    ),
    rows: Math.max(rows, ...games.map(({ row }) => row + 1)),
    games: games.toSorted((one, other) => one.column - other.column || one.row - other.row),
    links,
  }
}

/** The distance of the placement game from the last game, in heights of a game. */
const placementGap = 1.125

function writeTitle(game: Game, teams: number): string {
  const stakes = describeStakes(game, teams)
  return stakes.startsWith('Places') ? stakes : `For ${stakes}`
}

interface Column {
  readonly teams: number
  readonly isFirst: boolean
}

/** Returns the title of a column. The title of a board already names what its first games decide. */
function columnTitle(game: Game, round: string, { teams, isFirst }: Column): string {
  const stakes = describeStakes(game, teams)
  if (stakes === 'Final' || stakes.endsWith(' place')) return stakes
  if (stakes.endsWith('final')) return `${stakes}s`
  return game.places?.[0] === 1 || isFirst ? round : stakes
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
