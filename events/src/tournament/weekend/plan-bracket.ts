import type { Division } from '../team.ts'
import { type BracketGame, makeBracket, type Seed, type Source } from './bracket.ts'
import { findTime, type Plan, type PlannedGame, type SideSource } from './plan.ts'
import type { MadeBracket } from './schedule.ts'

interface BracketToPlan {
  readonly division: Division
  /** The best one first. */
  readonly seeds: readonly Seed[]
  readonly newId: () => string
}

interface PlannedBracket extends Omit<MadeBracket, 'posted'> {
  readonly games: PlannedGame[]
}

/** `C3` and `R3`: games of both divisions have different labels. */
const letters: Readonly<Record<Division, string>> = { comp: 'C', rec: 'R' }

/** A bracket with a round and a field for each game, among the other games of the plan. */
export function planBracket({ division, seeds, newId }: BracketToPlan, plan: Plan): PlannedBracket {
  const bracket = makeBracket({ seeds, letter: letters[division], newId })
  const toSource = (source: Source): SideSource => {
    if (source.kind !== 'seed') return source.kind === 'winner' ? { winner_of: source.game } : { loser_of: source.game }
    const { pool, letter, rank } = bracket.seeds[source.seed - 1] as Seed
    return { pool, rank, label: `${letter}${rank}` }
  }
  const { places, reasons } = findPlaces(bracket.games, listFreePlaces(division, plan))
  const games = bracket.games.map((game): PlannedGame => {
    const place = places.get(game.id)
    return {
      id: game.id,
      division,
      label: game.label,
      pool: null,
      places: game.places,
      home: toSource(game.home),
      away: toSource(game.away),
      round: place?.round ?? null,
      field: place?.field ?? null,
      start: null,
      reason: reasons.get(game.id) ?? null,
    }
  })
  const byRound = Map.groupBy(bracket.games, ({ round }) => round)
  const rounds = [...byRound.keys()].toSorted((one, other) => one - other)
  return {
    size: bracket.size,
    games,
    rounds: rounds.map((round) => (byRound.get(round) ?? []).map(({ id }) => id)),
    places: bracket.places.map(toSource),
  }
}

/** A round and a field, by their ids. */
interface GamePlace {
  readonly round: string
  readonly field: string
}
/** By the ids of games. */
type Places = Map<string, GamePlace>

const noRound = 'The last day has too few rounds for it.'
const noField = 'No field is left for it on the last day.'

/**
 * Finds a place for as many games as fit, each after its feeders. Where they do not all fit, the games for the worst
 * places have none, so that teams that play for better ones do not wait for a game that is never played. `freePlaces` are
 * by round; `reasons` are those of games without a place, by the ids of games.
 */
function findPlaces(games: readonly BracketGame[], freePlaces: readonly (readonly GamePlace[])[]) {
  const depths = countDepths(games)
  const maxDepth = freePlaces.filter(({ length }) => length > 0).length
  const reasons = new Map<string, string>()
  for (const { id } of games) if ((depths.get(id) ?? 1) > maxDepth) reasons.set(id, noRound)
  for (;;) {
    const remaining = games.filter(({ id }) => !reasons.has(id))
    const places = placeLate(remaining, depths, freePlaces)
    if (places.size === remaining.length) return { places, reasons }
    reasons.set(findLeastImportant(remaining).id, noField)
  }
}

/** Lists the games from which the teams come. */
const listFeeders = ({ home, away }: BracketGame): string[] =>
  [home, away].flatMap((source) => (source.kind === 'seed' ? [] : [source.game]))

/** Counts the rounds that each game needs: its own, and those of its feeders. Feeders stand before their games. */
function countDepths(games: readonly BracketGame[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const game of games)
    depths.set(game.id, 1 + Math.max(0, ...listFeeders(game).map((feeder) => depths.get(feeder) ?? 0)))
  return depths
}

/** Returns the game for the worst places, among those that feed no other game. */
function findLeastImportant(games: readonly BracketGame[]): BracketGame {
  const feeders = new Set(games.flatMap(listFeeders))
  const finals = games.filter(({ id }) => !feeders.has(id)).toSorted((one, other) => other.places[0] - one.places[0])
  return finals[0] as BracketGame
}

/**
 * Fills the rounds from the last one back. A game can get a place once the games that it feeds have theirs. Each round
 * first takes games with many rounds before them, then games for good places; those for the best get the first fields.
 */
function placeLate(
  games: readonly BracketGame[],
  depths: ReadonlyMap<string, number>,
  freePlaces: readonly (readonly GamePlace[])[],
): Places {
  const places: Places = new Map()
  const depthOf = ({ id }: BracketGame) => depths.get(id) ?? 0
  for (const placesOfRound of freePlaces.toReversed()) {
    const remaining = games.filter(({ id }) => !places.has(id))
    const feeders = new Set(remaining.flatMap(listFeeders))
    const gamesOfRound = remaining
      .filter(({ id }) => !feeders.has(id))
      .toSorted((one, other) => depthOf(other) - depthOf(one) || one.places[0] - other.places[0])
      .slice(0, placesOfRound.length)
      .toSorted((one, other) => one.places[0] - other.places[0])
    for (const [index, { id }] of gamesOfRound.entries()) places.set(id, placesOfRound[index] as GamePlace)
  }
  return places
}

/** Lists the free places of the last day by round, after the pool games of the division, the first field first. */
function listFreePlaces(division: Division, plan: Plan): GamePlace[][] {
  const { rounds, settings, games } = plan
  const takenPlaces = new Set(games.map(({ round, field }) => `${round} ${field}`))
  const lastDay = settings.days.at(-1)?.date
  const poolEnds = games.flatMap((game) => {
    const time = game.pool && game.division === division ? findTime(game, plan) : null
    return time ? [Date.parse(time.end)] : []
  })
  return rounds
    .filter(({ day, start }) => day === lastDay && poolEnds.every((end) => end <= Date.parse(start)))
    .map(({ id: round }) =>
      settings.fields.flatMap(({ id: field }) => (takenPlaces.has(`${round} ${field}`) ? [] : [{ round, field }])),
    )
}
