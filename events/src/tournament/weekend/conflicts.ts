import {
  clockTime,
  findFeeder,
  findTime,
  listKnownTeams,
  minute,
  nameGame,
  type Plan,
  type PlannedGame,
  type ScheduleSettings,
  venueIso,
} from './plan.ts'
import { isRested, type RestRules } from './rest.ts'

export interface Conflict {
  readonly kind: 'team' | 'field' | 'rest'
  readonly games: readonly string[]
  readonly sentence: string
}

/** Too little rest stops no publication, because a director may have to accept it. */
export const stopsPublication = ({ kind }: Pick<Conflict, 'kind'>): boolean => kind !== 'rest'

/** A game with its times in milliseconds since 1970. */
interface TimedGame {
  readonly game: PlannedGame
  readonly start: number
  readonly end: number
}

/**
 * Lists what a director has to know of a plan: a team or field twice at a time, teams without rest, and bracket games
 * before their feeders. Canceled games have no conflicts.
 */
export function findConflicts(plan: Plan, nameOf: (team: string) => string): Conflict[] {
  const games = plan.games.flatMap((game): TimedGame[] => {
    const time = game.cancelled ? null : findTime(game, plan)
    return time ? [{ game, start: Date.parse(time.start), end: Date.parse(time.end) }] : []
  })
  games.sort((one, other) => one.start - other.start)
  return [...findFieldConflicts(games, plan), ...findTeamConflicts(games, plan, nameOf), ...findOrderConflicts(games)]
}

const doOverlap = (one: TimedGame, other: TimedGame): boolean => one.start < other.end && other.start < one.end
const formatStart = ({ start }: TimedGame): string => clockTime(venueIso(start))
const listPairs = (games: readonly TimedGame[]): [TimedGame, TimedGame][] =>
  games.flatMap((one, index) => games.slice(index + 1).map((other): [TimedGame, TimedGame] => [one, other]))
const toIds = (games: readonly TimedGame[]): string[] => games.map(({ game }) => game.id)

function findFieldConflicts(games: readonly TimedGame[], { settings }: Plan): Conflict[] {
  return [...Map.groupBy(games, ({ game }) => game.field)].flatMap(([field, gamesOfField]) => {
    const name = settings.fields.find(({ id }) => id === field)?.name ?? 'A field'
    return listPairs(gamesOfField)
      .filter(([one, other]) => doOverlap(one, other))
      .map(([one, other]) => ({
        kind: 'field' as const,
        games: toIds([one, other]),
        sentence: `${name} has ${nameGame(one.game)} and ${nameGame(other.game)} at ${formatStart(other)}.`,
      }))
  })
}

function findTeamConflicts(
  games: readonly TimedGame[],
  { settings }: Plan,
  nameOf: (team: string) => string,
): Conflict[] {
  const gamesByTeam = new Map<string, TimedGame[]>()
  for (const game of games)
    for (const team of listKnownTeams(game.game)) gamesByTeam.set(team, [...(gamesByTeam.get(team) ?? []), game])
  const rules = { maxInARow: settings.max_in_a_row, minRestMinutes: settings.min_rest_minutes }
  return [...gamesByTeam].flatMap(([team, gamesOfTeam]): Conflict[] => {
    const overlaps = listPairs(gamesOfTeam).filter(([one, other]) => doOverlap(one, other))
    if (overlaps.length > 0)
      return overlaps.map(([one, other]) => ({
        kind: 'team',
        games: toIds([one, other]),
        sentence: `${nameOf(team)} plays ${one.game.label} and ${other.game.label} at ${formatStart(other)}.`,
      }))
    return listRunsWithoutRest(gamesOfTeam, rules).map((run) => ({
      kind: 'rest',
      games: toIds(run),
      sentence: describeRest(nameOf(team), run, settings),
    }))
  })
}

/** Lists the shortest runs of games between which a team has too little rest: two games, or one more than allowed in a row. */
function listRunsWithoutRest(games: readonly TimedGame[], rules: RestRules): TimedGame[][] {
  const runs: TimedGame[][] = []
  for (const [index] of games.entries()) {
    for (const length of [2, rules.maxInARow + 1]) {
      const run = games.slice(index, index + length)
      if (run.length === length && !isRested(run, rules) && !runs.some((shorter) => isPartOf(shorter, run)))
        runs.push(run)
    }
  }
  return runs
}
const isPartOf = (part: readonly TimedGame[], run: readonly TimedGame[]): boolean =>
  part.every((game) => run.includes(game))

function describeRest(name: string, games: readonly TimedGame[], { min_rest_minutes }: ScheduleSettings): string {
  const [first, second] = games as [TimedGame, TimedGame]
  const rest = Math.round((second.start - first.end) / minute)
  const labels = games.map(({ game }) => game.label)
  return rest < min_rest_minutes
    ? `${name} has ${rest} minutes between ${labels.join(' and ')}.`
    : `${name} plays ${games.length} games in a row: ${labels.join(', ')}.`
}

/** A bracket game may not begin before its feeders end: the games from which its teams come. */
function findOrderConflicts(games: readonly TimedGame[]): Conflict[] {
  const gamesById = new Map(games.map((game) => [game.game.id, game]))
  return games.flatMap((game) =>
    [game.game.home, game.game.away].flatMap((side): Conflict[] => {
      const feeder = gamesById.get(findFeeder(side) ?? '')
      if (!feeder || feeder.end <= game.start) return []
      const sentence = `${game.game.label} begins before ${feeder.game.label} ends, from which a team of it comes.`
      return [{ kind: 'team', games: toIds([feeder, game]), sentence }]
    }),
  )
}
