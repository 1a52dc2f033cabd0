import { fold, foldSearch } from '../language/fold.ts'
import { divisions, teamStatuses } from './team.ts'
import type { Team } from './team-api.ts'

/** The choices that filter the list of teams, and its export. The first of each is the default. */
export const teamChoices = {
  division: ['all', ...divisions],
  status: ['all', ...teamStatuses],
  paid: ['all', 'no', 'yes'],
  decided: ['all', 'by-order', 'by-hand'],
  address: ['all', 'unconfirmed'],
} as const
export type TeamChoices = { readonly [Name in keyof typeof teamChoices]: (typeof teamChoices)[Name][number] }

interface TeamFilter extends TeamChoices {
  readonly search: string
}

export const wholeList: TeamFilter = {
  search: '',
  division: 'all',
  status: 'all',
  paid: 'all',
  decided: 'all',
  address: 'all',
}

type SearchedTeam = Pick<Team, 'division' | 'team_name' | 'location' | 'captain_name'>
/** The last two fields are for staff only. */
type FilteredTeam = SearchedTeam &
  Pick<Team, 'status' | 'paid'> & {
    readonly email_confirmed?: boolean | undefined
    readonly by_hand?: boolean | undefined
  }

/** Returns a predicate for teams that match the search and the division. */
export function matchSearch({
  search,
  division,
}: Pick<TeamFilter, 'search' | 'division'>): (team: SearchedTeam) => boolean {
  const foldedSearch = foldSearch(search)
  return (team) =>
    (division === 'all' || team.division === division) &&
    [team.team_name, team.location, team.captain_name].some((text) => fold(text).includes(foldedSearch))
}

/** Returns a predicate for teams that match the whole filter. */
export function matchFilter(filter: TeamFilter): (team: FilteredTeam) => boolean {
  const matchesSearch = matchSearch(filter)
  const { status, paid, decided, address } = filter
  return (team) =>
    matchesSearch(team) &&
    (status === 'all' || team.status === status) &&
    (paid === 'all' || team.paid === (paid === 'yes')) &&
    (decided === 'all' || (team.by_hand ?? false) === (decided === 'by-hand')) &&
    (address === 'all' || team.email_confirmed === false)
}
