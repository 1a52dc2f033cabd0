import { compareNames } from '@ultimate/events/language/fold.ts'
import type { Team } from '@ultimate/events/tournament/api.ts'
import {
  type Division,
  divisionLabels,
  statusByOrder,
  statusLabels,
  teamStatuses,
} from '@ultimate/events/tournament/team.ts'
import { matchFilter, teamChoices, wholeList } from '@ultimate/events/tournament/team-filter.ts'

/**
 * The filters and the order of the list, each with its choices. The first choice is the default, which the address leaves
 * out. All filters except the division are for TD and admin.
 */
export const listChoices = { ...teamChoices, sort: ['order', 'name', 'place', 'status', 'paid'] } as const
export type ListChoices = { readonly [Name in keyof typeof listChoices]: (typeof listChoices)[Name][number] }
export type DivisionFilter = ListChoices['division']

export interface ListFilter extends ListChoices {
  readonly search: string
}

export const noFilter: ListFilter = { ...wholeList, sort: 'order' }

/** Returns the filter without the conditions that visitors may not set. */
export const publicFilter = ({ search, division }: ListFilter): ListFilter => ({ ...noFilter, search, division })

const choiceNames = Object.keys(listChoices) as (keyof ListChoices)[]

export function readFilter(params: URLSearchParams): ListFilter {
  const choices = choiceNames.map((name) => {
    const values: readonly string[] = listChoices[name]
    const value = params.get(name) ?? ''
    return [name, values.includes(value) ? value : values[0]]
  })
  return { search: params.get('q') ?? '', ...(Object.fromEntries(choices) as ListChoices) }
}

/** Returns the query of the address, without default choices. */
export function toParams(filter: ListFilter): string {
  const params = new URLSearchParams()
  const search = filter.search.trim()
  if (search !== '') params.set('q', search)
  for (const name of choiceNames) if (filter[name] !== noFilter[name]) params.set(name, filter[name])
  return params.toString()
}

export type ShownTeam = Team & {
  /** False for a bid that does not count yet, which only TD and admin get. */
  readonly email_confirmed?: boolean | undefined
  /** True where staff decided the status. */
  readonly by_hand?: boolean | undefined
  readonly entered_by_staff?: true | undefined
  readonly seed?: number | undefined
}

export const isCounted = ({ email_confirmed }: ShownTeam): boolean => email_confirmed !== false

/** Counts the confirmed teams, by order or by hand, without bids that do not count yet. */
export const confirmedIn = (teams: readonly ShownTeam[]): number =>
  teams.filter((team) => isCounted(team) && team.status === 'confirmed').length

/** True if fewer teams are confirmed than there are places, while others wait. */
export const hasFreeSpot = (teams: readonly ShownTeam[], capacity: number): boolean =>
  confirmedIn(teams) < capacity && teams.some((team) => isCounted(team) && team.status === 'waitlist')

export interface ListedTeam {
  readonly team: ShownTeam
  /** Its number among all bids that count, of which the oldest is 1; null where it does not count yet. */
  readonly order: number | null
}

/** Numbers the teams, which come in the order of registration. */
export function numberTeams(teams: readonly ShownTeam[]): ListedTeam[] {
  let order = 0
  return teams.map((team) => {
    if (!isCounted(team)) return { team, order: null }
    order += 1
    return { team, order }
  })
}

/** Filters and sorts the teams. */
export function filterTeams(teams: readonly ListedTeam[], filter: ListFilter): ListedTeam[] {
  const matches = matchFilter(filter)
  const matchingTeams = teams.filter(({ team }) => matches(team))
  const { sort } = filter
  return sort === 'order' ? matchingTeams : matchingTeams.toSorted(comparisons[sort])
}

/** Equal teams stay in the order of registration. `paid` sorts teams that have not paid first. */
const comparisons: Readonly<Record<Exclude<ListFilter['sort'], 'order'>, (a: ListedTeam, b: ListedTeam) => number>> = {
  name: (a, b) => compareNames(a.team.team_name, b.team.team_name),
  place: (a, b) => compareNames(a.team.location, b.team.location),
  status: (a, b) => teamStatuses.indexOf(a.team.status) - teamStatuses.indexOf(b.team.status),
  paid: (a, b) => Number(a.team.paid) - Number(b.team.paid),
}

export function countByDivision(teams: readonly Team[]): Record<DivisionFilter, number> {
  const count = (division: Division) => teams.filter((team) => team.division === division).length
  return { all: teams.length, comp: count('comp'), rec: count('rec') }
}

export const isFiltering = (filter: ListFilter): boolean => listConditions(filter).length > 0

const decidedWords = { 'by-order': 'Status by order', 'by-hand': 'Status set by hand' } as const
const sortWords = { name: 'by name', place: 'by place', status: 'by status', paid: 'not paid first' } as const

/** Returns the conditions in words: `Recreational`, `Not paid`. */
function listConditions({ search, division, status, paid, decided, address }: ListFilter): string[] {
  return [
    ...(search.trim() === '' ? [] : [`Search “${search.trim()}”`]),
    ...(division === 'all' ? [] : [divisionLabels[division]]),
    ...(status === 'all' ? [] : [statusLabels[status]]),
    ...(paid === 'all' ? [] : [paid === 'yes' ? 'Paid' : 'Not paid']),
    ...(decided === 'all' ? [] : [decidedWords[decided]]),
    ...(address === 'all' ? [] : ['Address not confirmed']),
  ]
}

/** Describes the list on paper: `Recreational · Not paid: 3 of 40 teams, by name`. Null for the whole list in order. */
export function describeFilter(filter: ListFilter, found: number, all: number): string | null {
  const words = listConditions(filter)
  const sorted = filter.sort === 'order' ? '' : `, ${sortWords[filter.sort]}`
  if (words.length === 0 && sorted === '') return null
  return words.length === 0 ? `All ${all} teams${sorted}` : `${words.join(' · ')}: ${found} of ${all} teams${sorted}`
}

/** The team's position as a sentence. The organizers may have decided against the order. */
export function describePosition({ team, order }: ListedTeam, capacity: number): string {
  if (order === null) return 'Not among the teams until the captain’s address is confirmed'
  if (team.status !== statusByOrder(order, capacity)) return `Set by the TD (bid #${order})`
  return team.status === 'confirmed' ? `Position ${order} of ${capacity}` : `Waitlist position ${order - capacity}`
}
