import type { Team } from '@ultimate/events/tournament/api.ts'
import { confirmedCapacity, type Division, divisions, statusByOrder } from '@ultimate/events/tournament/team.ts'

export const divisionFilters = ['all', ...divisions] as const
export type DivisionFilter = (typeof divisionFilters)[number]

export interface ListFilter {
  readonly search: string
  readonly division: DivisionFilter
}

/** TD and admin also get bids that do not count yet, with a mark that is false there. */
export type KnownTeam = Team & {
  readonly email_confirmed?: boolean | undefined
  readonly by_hand?: boolean | undefined
}

export const isCounted = ({ email_confirmed }: KnownTeam): boolean => email_confirmed !== false

/** How many teams that count are confirmed, by order or by hand. */
export const confirmedIn = (teams: readonly KnownTeam[]): number =>
  teams.filter((team) => isCounted(team) && team.status === 'confirmed').length

/** A team with its place among all bids that count; the oldest is number 1. Null where it does not count yet. */
export interface ListedTeam {
  readonly team: KnownTeam
  readonly order: number | null
}

export function inOrder(teams: readonly KnownTeam[]): ListedTeam[] {
  let order = 0
  return teams.map((team) => {
    if (!isCounted(team)) return { team, order: null }
    order += 1
    return { team, order }
  })
}

export function filterTeams(teams: readonly ListedTeam[], { search, division }: ListFilter): ListedTeam[] {
  const isWanted = wantedBy({ search, division })
  return teams.filter(({ team }) => isWanted(team))
}

type Searched = Pick<Team, 'division' | 'team_name' | 'location' | 'captain_name'>

/** Returns a predicate for teams that match the filter. */
export function wantedBy({ search, division }: ListFilter): (team: Searched) => boolean {
  const wanted = folded(search.trim())
  return (team) =>
    (division === 'all' || team.division === division) &&
    [team.team_name, team.location, team.captain_name].some((text) => folded(text).includes(wanted))
}

/** More than any name has: bounds the time to fold a long text that is pasted into the search field. */
const longestSearch = 300
const folded = (text: string): string => text.slice(0, longestSearch).normalize('NFC').toLowerCase()

export function countByDivision(teams: readonly Team[]): Record<DivisionFilter, number> {
  const count = (division: Division) => teams.filter((team) => team.division === division).length
  return { all: teams.length, comp: count('comp'), rec: count('rec') }
}

export const isFiltering = ({ search, division }: ListFilter): boolean => search.trim() !== '' || division !== 'all'

/** The team's position as a sentence. The organizers may have decided against the order. */
export function describePosition({ team, order }: ListedTeam): string {
  if (order === null) return 'Not among the teams until the captain’s address is confirmed'
  if (team.status !== statusByOrder(order)) return `Decided by the organizers (bid number ${order})`
  return team.status === 'confirmed'
    ? `Position ${order} of ${confirmedCapacity}`
    : `Waitlist position ${order - confirmedCapacity}`
}
