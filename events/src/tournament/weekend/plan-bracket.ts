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

interface FoundPlace {
  readonly round: string
  readonly field: string
}
type Places = Map<string, FoundPlace>

const noRound = 'The last day has too few rounds for it.'
const noField = 'No field is left for it on the last day.'

/**
 * Finds a place for as many games as fit, none before the games that it waits for. Where they do not all fit, the games
 * for the worst places have none: teams that play for better ones do not wait for a game that is never played.
 */
function findPlaces(games: readonly BracketGame[], free: readonly (readonly FoundPlace[])[]) {
  const depths = countDepths(games)
  const deepest = free.filter(({ length }) => length > 0).length
  const reasons = new Map<string, string>()
  for (const { id } of games) if ((depths.get(id) ?? 1) > deepest) reasons.set(id, noRound)
  for (;;) {
    const wanted = games.filter(({ id }) => !reasons.has(id))
    const places = placeLate(wanted, depths, free)
    if (places.size === wanted.length) return { places, reasons }
    reasons.set(leastWanted(wanted).id, noField)
  }
}

const listFeeders = ({ home, away }: BracketGame): string[] =>
  [home, away].flatMap((source) => (source.kind === 'seed' ? [] : [source.game]))

/** Counts the games that a team has to play for each, itself among them. Feeders come first. */
function countDepths(games: readonly BracketGame[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const game of games)
    depths.set(game.id, 1 + Math.max(0, ...listFeeders(game).map((feeder) => depths.get(feeder) ?? 0)))
  return depths
}

/** Returns the game for the worst places among those for which no other game waits. */
function leastWanted(games: readonly BracketGame[]): BracketGame {
  const feeds = new Set(games.flatMap(listFeeders))
  const last = games.filter(({ id }) => !feeds.has(id)).toSorted((one, other) => other.places[0] - one.places[0])
  return last[0] as BracketGame
}

/**
 * Fills rounds from the last one back: each takes the games that most others come before, and of these the ones for the
 * best places, which get the first fields.
 */
function placeLate(
  games: readonly BracketGame[],
  depths: ReadonlyMap<string, number>,
  free: readonly (readonly FoundPlace[])[],
): Places {
  const places: Places = new Map()
  const depth = ({ id }: BracketGame) => depths.get(id) ?? 0
  for (const round of free.toReversed()) {
    const waiting = games.filter(({ id }) => !places.has(id))
    const feeds = new Set(waiting.flatMap(listFeeders))
    const taken = waiting
      .filter(({ id }) => !feeds.has(id))
      .toSorted((one, other) => depth(other) - depth(one) || one.places[0] - other.places[0])
      .slice(0, round.length)
      .toSorted((one, other) => one.places[0] - other.places[0])
    for (const [index, { id }] of taken.entries()) places.set(id, round[index] as FoundPlace)
  }
  return places
}

/** Lists the free places of the last day by round, from after the pool games of the division, the first field first. */
function listFreePlaces(division: Division, plan: Plan): FoundPlace[][] {
  const { rounds, settings, games } = plan
  const isTaken = new Set(games.map(({ round, field }) => `${round} ${field}`))
  const lastDay = settings.days.at(-1)?.date
  const poolEnds = games.flatMap((game) => {
    const time = game.pool && game.division === division ? findTime(game, plan) : null
    return time ? [Date.parse(time.end)] : []
  })
  return rounds
    .filter(({ day, start }) => day === lastDay && poolEnds.every((end) => end <= Date.parse(start)))
    .map(({ id: round }) =>
      settings.fields.flatMap(({ id: field }) => (isTaken.has(`${round} ${field}`) ? [] : [{ round, field }])),
    )
}
