import { compareNames } from '@ultimate/events/language/fold.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { clockTime } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game, ShownSchedule, Side } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'

/** The properties that public schedule and draft have in common. */
export type ShownGames = Pick<ShownSchedule, 'days' | 'fields' | 'games'>

/** The name of the team, or where it comes from while it is not known: `Winner of C3`. */
export const sideName = ({ team, from }: Side): string => team?.name ?? (from || 'To be decided')

/**
 * Returns the game of the bracket from which the team of a side comes; null for a rank in a pool. The API names it in words
 * only: `Winner of C3`, `Loser of C3`.
 */
export function findFeeder({ from }: Side): { readonly outcome: string; readonly label: string } | null {
  const [, outcome, label] = /^(Winner|Loser) of (.+)$/.exec(from) ?? []
  return outcome && label ? { outcome, label } : null
}

/** `Saturday, Nov 22`, of a date such as `2025-11-22`. */
export function dayName(date: string): string {
  dayFormat ??= new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' })
  return dayFormat.format(new Date(date))
}
let dayFormat: Intl.DateTimeFormat | undefined

/** Games under one heading. */
export interface GameGroup {
  readonly id: string
  readonly title: string
  readonly games: readonly Game[]
}

export interface DayOfGames {
  readonly date: string
  readonly groups: readonly GameGroup[]
}

/** The rounds that have games, by day. */
export const groupByRound = ({ days, games }: ShownGames): DayOfGames[] =>
  withoutEmptyGroups(
    days.map(({ date, rounds }) => ({
      date,
      groups: rounds.map(({ id, start }) => ({
        id: `round-${id}`,
        title: clockTime(start),
        games: games.filter(({ round_id }) => round_id === id),
      })),
    })),
  )

const withoutEmptyGroups = (days: readonly DayOfGames[]): DayOfGames[] =>
  days
    .map(({ date, groups }) => ({ date, groups: groups.filter((group) => group.games.length > 0) }))
    .filter(({ groups }) => groups.length > 0)

/** The games of each field, by day, in the order in which they are played. */
export function groupByField({ days, fields, games }: ShownGames): DayOfGames[] {
  const dayOf = dayOfRounds(days)
  return withoutEmptyGroups(
    days.map(({ date }) => ({
      date,
      groups: fields.map(({ id, name }) => ({
        id: `${date}-${id}`,
        title: name,
        games: games.filter(({ field_id, round_id }) => field_id === id && dayOf(round_id) === date),
      })),
    })),
  )
}

/** The games of one team: a group for each day. */
export function groupByDay({ days, games }: ShownGames, team: string): DayOfGames[] {
  const dayOf = dayOfRounds(days)
  return withoutEmptyGroups(
    days.map(({ date }) => ({
      date,
      groups: [
        {
          id: `day-${date}`,
          title: dayName(date),
          games: games.filter((game) => playsIn(game, team) && dayOf(game.round_id) === date),
        },
      ],
    })),
  )
}

function dayOfRounds(days: ShownGames['days']) {
  const dates = new Map(days.flatMap(({ date, rounds }) => rounds.map(({ id }) => [id, date])))
  return (round: string | null): string | undefined => dates.get(round ?? '')
}

export const playsIn = ({ home, away }: Game, team: string | null): boolean =>
  team !== null && (home.team?.id === team || away.team?.id === team)

interface ListedTeam {
  readonly id: string
  readonly name: string
  readonly division: Division
}

/** Every team that has a game, by name. */
export function listTeams(games: readonly Game[]): ListedTeam[] {
  const teams = games.flatMap(({ division, home, away }) =>
    [home.team, away.team].flatMap((team) => (team ? [{ ...team, division }] : [])),
  )
  const uniqueTeams = [...new Map(teams.map((team) => [team.id, team])).values()]
  return uniqueTeams.toSorted((one, other) => compareNames(one.name, other.name))
}

/** The id of the team that this device follows. */
export const myTeam = storedValue(
  'schedule.my-team',
  (found) => (typeof found === 'string' ? found : null),
  () => deviceStorage,
)
