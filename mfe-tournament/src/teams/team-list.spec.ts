import type { Team } from '@ultimate/events/tournament/api.ts'
import { describe, expect, it } from 'vitest'
import {
  countByDivision,
  describeFilter,
  describePosition,
  filterTeams,
  hasFreeSpot,
  isFiltering,
  type ListFilter,
  noFilter,
  numberTeams,
  publicFilter,
  readFilter,
  toParams,
} from './team-list.ts'

const team = (changes: Partial<Team>): Team => ({
  id: crypto.randomUUID(),
  team_name: 'Huck Finns',
  division: 'rec',
  captain_name: 'Becky Thatcher',
  location: 'Florence, AL',
  created_at: '2025-08-01T12:00:00.000Z',
  status: 'confirmed',
  paid: false,
  ...changes,
})
const teams = numberTeams([
  team({ team_name: 'Gravy Boat Captains', location: 'Mobile, AL', captain_name: 'Beau Delacroix', division: 'comp' }),
  team({ team_name: 'Huck Finns' }),
  team({ team_name: 'ÉCLAIR', location: 'Lafayette, LA', captain_name: 'Remy Thibodeaux' }),
])
const found = (search: string, division: 'all' | 'comp' | 'rec' = 'all') =>
  filterTeams(teams, { ...noFilter, search, division }).map((listed) => listed.team.team_name)

describe('Searching the teams', () => {
  it.each([
    ['huck', 'Huck Finns'],
    ['HUCK', 'Huck Finns'],
    ['florence', 'Huck Finns'],
    ['THATCHER', 'Huck Finns'],
    ['beau', 'Gravy Boat Captains'],
    ['mobile', 'Gravy Boat Captains'],
    [' éclair ', 'ÉCLAIR'],
    ['e\u0301clair', 'ÉCLAIR'],
    ['eclair', 'ÉCLAIR'],
    ['huck\u00A0 finns\u200B', 'Huck Finns'],
  ])('finds by team name, location and captain, ignoring case: %s', (search, name) => {
    expect(found(search)).toEqual([name])
  })

  it('takes a search for text, not for a pattern', () => {
    expect(found('.*')).toEqual([])
  })

  it('finds all when it is blank', () => {
    expect(found('   ')).toHaveLength(3)
  })

  it('keeps to the division, and keeps each team’s number', () => {
    expect(found('', 'comp')).toEqual(['Gravy Boat Captains'])
    expect(filterTeams(teams, { ...noFilter, division: 'rec' }).map(({ order }) => order)).toEqual([2, 3])
  })

  it('counts the divisions, regardless of the search', () => {
    expect(countByDivision(teams.map((listed) => listed.team))).toEqual({ all: 3, comp: 1, rec: 2 })
  })

  it('knows whether it hides a team', () => {
    expect(isFiltering({ ...noFilter, search: ' ' })).toBe(false)
    expect(isFiltering({ ...noFilter, search: 'x' })).toBe(true)
    expect(isFiltering({ ...noFilter, division: 'rec' })).toBe(true)
  })
})

describe('The list of TD and admin', () => {
  const bids = numberTeams([
    { ...team({ team_name: 'Zulu', paid: true }), by_hand: true, email_confirmed: true },
    {
      ...team({ team_name: 'alpha 10', status: 'waitlist', location: 'Athens, AL' }),
      by_hand: true,
      email_confirmed: true,
    },
    { ...team({ team_name: 'Alpha 9', paid: true }), by_hand: false, email_confirmed: true },
    { ...team({ team_name: 'Mute' }), by_hand: false, email_confirmed: false, status: 'waitlist' as const },
  ])
  const listed = (filter: Partial<ListFilter>) =>
    filterTeams(bids, { ...noFilter, ...filter }).map((found) => found.team.team_name)

  it.each<[Partial<ListFilter>, string[]]>([
    [{ status: 'waitlist' }, ['alpha 10', 'Mute']],
    [{ status: 'confirmed' }, ['Zulu', 'Alpha 9']],
    [{ paid: 'no' }, ['alpha 10', 'Mute']],
    [{ paid: 'yes' }, ['Zulu', 'Alpha 9']],
    [{ decided: 'by-hand' }, ['Zulu', 'alpha 10']],
    [{ decided: 'by-order' }, ['Alpha 9', 'Mute']],
    [{ address: 'unconfirmed' }, ['Mute']],
    [{ decided: 'by-hand', paid: 'no', search: 'alpha' }, ['alpha 10']],
    [{ sort: 'name' }, ['Alpha 9', 'alpha 10', 'Mute', 'Zulu']],
    [{ sort: 'place' }, ['alpha 10', 'Zulu', 'Alpha 9', 'Mute']],
    [{ sort: 'status' }, ['Zulu', 'Alpha 9', 'alpha 10', 'Mute']],
    [{ sort: 'paid' }, ['alpha 10', 'Mute', 'Zulu', 'Alpha 9']],
  ])('lists by %j: %j', (filter, names) => expect(listed(filter)).toEqual(names))

  it('keeps to itself what visitors may not ask for', () => {
    const asked: ListFilter = { ...noFilter, search: 'a', division: 'rec', paid: 'no', sort: 'paid' }
    expect(publicFilter(asked)).toEqual({ ...noFilter, search: 'a', division: 'rec' })
  })

  it.each<[Partial<ListFilter>, string | null]>([
    [{}, null],
    [{ division: 'rec', paid: 'no' }, 'Recreational · Not paid: 3 of 40 teams'],
    [{ search: ' huck ', status: 'confirmed', sort: 'name' }, 'Search “huck” · Confirmed: 3 of 40 teams, by name'],
    [
      { paid: 'yes', decided: 'by-hand', address: 'unconfirmed' },
      'Paid · Status set by hand · Address not confirmed: 3 of 40 teams',
    ],
    [{ sort: 'paid' }, 'All 40 teams, not paid first'],
  ])('names the filter %j on paper: %s', (filter, words) => {
    expect(describeFilter({ ...noFilter, ...filter }, 3, 40)).toBe(words)
  })
})

describe('A bid whose address is not confirmed', () => {
  it('has no number, and takes none from others', () => {
    const listed = numberTeams([
      team({}),
      { ...team({}), email_confirmed: false },
      { ...team({}), email_confirmed: true },
    ])
    expect(listed.map(({ order }) => order)).toEqual([1, null, 2])
    expect(describePosition(listed[1] ?? { team: team({}), order: 1 }, 35)).toBe(
      'Not among the teams until the captain’s address is confirmed',
    )
  })
})

describe('A free spot', () => {
  const confirmed = team({ status: 'confirmed' })
  const waiting = team({ status: 'waitlist' })

  it('is there while fewer are confirmed than there are places, and others wait', () => {
    expect(hasFreeSpot([confirmed, waiting], 2)).toBe(true)
    expect(hasFreeSpot([confirmed, waiting], 1)).toBe(false)
    expect(hasFreeSpot([confirmed], 2)).toBe(false)
  })

  it('is not for a bid that does not count', () => {
    expect(hasFreeSpot([confirmed, { ...waiting, email_confirmed: false }], 2)).toBe(false)
  })
})

describe('The position of a team', () => {
  it.each([
    [1, 'confirmed', 'Position 1 of 35'],
    [35, 'confirmed', 'Position 35 of 35'],
    [36, 'waitlist', 'Waitlist position 1'],
    [40, 'waitlist', 'Waitlist position 5'],
    [38, 'confirmed', 'Set by the TD (bid #38)'],
    [12, 'waitlist', 'Set by the TD (bid #12)'],
  ] as const)('of number %i, %s: %s', (order, status, sentence) => {
    expect(describePosition({ team: team({ status }), order }, 35)).toBe(sentence)
  })
})

describe('The filter in the address', () => {
  it.each([
    ['', noFilter],
    ['q=huck+finns', { ...noFilter, search: 'huck finns' }],
    ['division=rec&paid=no&sort=name', { ...noFilter, division: 'rec', paid: 'no', sort: 'name' }],
    [
      'status=waitlist&decided=by-hand&address=unconfirmed',
      { ...noFilter, status: 'waitlist', decided: 'by-hand', address: 'unconfirmed' },
    ],
  ] as const)('is read from it and written to it: %j', (address, filter) => {
    expect(readFilter(new URLSearchParams(address))).toEqual(filter)
    expect(toParams(filter)).toBe(address)
  })

  it('takes what it does not know for nothing', () => {
    expect(readFilter(new URLSearchParams('division=mixed&sort=height&colour=red'))).toEqual(noFilter)
  })
})
