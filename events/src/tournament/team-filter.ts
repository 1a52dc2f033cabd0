import { fold, foldSearch } from '../language/fold.ts'
import { divisions, teamStatuses } from './team.ts'
import type { Team } from './team-api.ts'

/** The choices that narrow the list of teams, and its export. The list begins with the first of each. */
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

type Searched = Pick<Team, 'division' | 'team_name' | 'location' | 'captain_name'>
/** The public does not get the last two. */
type Filtered = Searched &
  Pick<Team, 'status' | 'paid'> & {
    readonly email_confirmed?: boolean | undefined
    readonly by_hand?: boolean | undefined
  }

/** Returns a predicate for teams that match the search and the division. */
export function wantedBy({ search, division }: Pick<TeamFilter, 'search' | 'division'>): (team: Searched) => boolean {
  const wanted = foldSearch(search)
  return (team) =>
    (division === 'all' || team.division === division) &&
    [team.team_name, team.location, team.captain_name].some((text) => fold(text).includes(wanted))
}

/** Returns a predicate for teams that match the whole filter. */
export function listedBy(filter: TeamFilter): (team: Filtered) => boolean {
  const isSearched = wantedBy(filter)
  const { status, paid, decided, address } = filter
  return (team) =>
    isSearched(team) &&
    (status === 'all' || team.status === status) &&
    (paid === 'all' || team.paid === (paid === 'yes')) &&
    (decided === 'all' || (team.by_hand ?? false) === (decided === 'by-hand')) &&
    (address === 'all' || team.email_confirmed === false)
}
