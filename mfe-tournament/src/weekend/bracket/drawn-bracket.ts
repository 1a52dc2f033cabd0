import { type SideName, sideNames } from '@ultimate/events/tournament/weekend/game.ts'
import type { ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import type { Game, Side } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { findFeeder } from '../shown-games.ts'
import { describeStakes } from './bracket-words.ts'

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

/** `roundGames` are not empty, and in the order of rounds. */
function drawBoard(roundGames: readonly RoundGame[], placementGame: Game | undefined, teams: number): Board {
  const [firstGame, lastGame] = [roundGames[0] as RoundGame, roundGames.at(-1) as RoundGame]
  const roundNumbers = [...new Set(roundGames.map(({ round }) => round))].toSorted((one, other) => one - other)
  const drawnGames = drawGames(roundGames, lastGame, roundNumbers)
  const games = [...drawnGames.values()]
  const links = listLinks(drawnGames)
  const final = drawnGames.get(lastGame.game.label) as DrawnGame
  if (placementGame) games.push({ game: placementGame, column: final.column, row: final.row + placementGap })
  const [bestPlace] = lastGame.game.places ?? [1]
  return {
    bestPlace,
    title: bestPlace === 1 ? 'Championship' : writeTitle(firstGame.game, teams),
    columns: roundNumbers.map((number, index) =>
      columnTitle(roundGames.find(({ round }) => round === number)?.game as Game, `Round ${number}`, {
        teams,
        isFirst: index === 0,
      }),
    ),
    rows: Math.max(...games.map(({ row }) => row + 1)),
    games: games.toSorted((one, other) => one.column - other.column || one.row - other.row),
    links,
  }
}

/** Draws each game in the middle of the games that its teams come from, in a column for each round. Keyed by label. */
function drawGames(
  roundGames: readonly RoundGame[],
  lastGame: RoundGame,
  roundNumbers: readonly number[],
): ReadonlyMap<string, DrawnGame> {
  const gamesByLabel = new Map(roundGames.map((one) => [one.game.label, one]))
  const drawnGames = new Map<string, DrawnGame>()
  let nextFreeRow = 0
  const draw = ({ game, round }: RoundGame): DrawnGame => {
    const feeders = sideNames.flatMap((side) => gamesByLabel.get(findWinnersGame(game[side])) ?? []).map(draw)
    const row =
      feeders.length === 0 ? nextFreeRow++ : feeders.reduce((sum, feeder) => sum + feeder.row, 0) / feeders.length
    const drawn = { game, column: roundNumbers.indexOf(round), row }
    drawnGames.set(game.label, drawn)
    return drawn
  }
  draw(lastGame)
  // Games that do not lead to the last one are drawn below; a complete bracket has none.
  for (const one of roundGames) if (!drawnGames.has(one.game.label)) draw(one)
  return drawnGames
}

const listLinks = (drawnGames: ReadonlyMap<string, DrawnGame>): Link[] =>
  [...drawnGames.values()].flatMap((to) =>
    sideNames.flatMap((side): Link[] => {
      const from = drawnGames.get(findWinnersGame(to.game[side]))
      return from ? [{ from, to, side }] : []
    }),
  )

/** Returns the label of the game whose winner takes a side; an empty text without one. */
function findWinnersGame(side: Side): string {
  const feeder = findFeeder(side)
  return feeder?.outcome === 'Winner' ? feeder.label : ''
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
