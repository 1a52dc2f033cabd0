import type { Division } from '../team.ts'
import { type BracketGame, makeBracket, type Seed, type Source } from './bracket.ts'
import type { Plan, PlannedGame, SideSource } from './plan.ts'
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
  const sourceOf = (source: Source): SideSource => {
    if (source.kind !== 'seed') return source.kind === 'winner' ? { winner_of: source.game } : { loser_of: source.game }
    const { pool, letter, rank } = bracket.seeds[source.seed - 1] as Seed
    return { pool, rank, label: `${letter}${rank}` }
  }
  const places = findPlaces(bracket.games, plan)
  const games = bracket.games.map((game): PlannedGame => {
    const place = places.get(game.id)
    return {
      id: game.id,
      division,
      label: game.label,
      pool: null,
      places: game.places,
      home: sourceOf(game.home),
      away: sourceOf(game.away),
      round: place?.round ?? null,
      field: place?.field ?? null,
      start: null,
      reason: place ? null : 'No field is free on the last day before the games that follow it.',
    }
  })
  const byRound = Map.groupBy(bracket.games, ({ round }) => round)
  const rounds = [...byRound.keys()].toSorted((one, other) => one - other)
  return {
    size: bracket.size,
    games,
    rounds: rounds.map((round) => (byRound.get(round) ?? []).map(({ id }) => id)),
    places: bracket.places.map(sourceOf),
  }
}

interface FoundPlace {
  readonly round: string
  readonly field: string
}

/** From the last round of the last day back, the best places first: each game as late as those allow that follow it. */
function findPlaces(games: readonly BracketGame[], plan: Plan): Map<string, FoundPlace> {
  const free = listFreePlaces(plan)
  const latest = new Map<string, number>()
  const places = new Map<string, FoundPlace>()
  const order = games.toSorted((one, other) => other.round - one.round || one.places[0] - other.places[0])
  for (const game of order) {
    const last = latest.get(game.id) ?? free.length - 1
    const index = free.findLastIndex((places, round) => round <= last && places.length > 0)
    const place = free[index]?.shift()
    if (!place) continue
    places.set(game.id, place)
    for (const source of [game.home, game.away])
      if (source.kind !== 'seed') latest.set(source.game, Math.min(latest.get(source.game) ?? index, index - 1))
  }
  return places
}

/** By round of the last day, the first field first. */
function listFreePlaces({ rounds, settings, games }: Plan): FoundPlace[][] {
  const isTaken = new Set(games.map(({ round, field }) => `${round} ${field}`))
  const lastDay = settings.days.at(-1)?.date
  return rounds
    .filter(({ day }) => day === lastDay)
    .map(({ id: round }) =>
      settings.fields.flatMap(({ id: field }) => (isTaken.has(`${round} ${field}`) ? [] : [{ round, field }])),
    )
}
