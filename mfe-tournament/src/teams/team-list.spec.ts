import type { Team } from '@ultimate/events/tournament/api.ts'
import { describe, expect, it } from 'vitest'
import { countByDivision, describePosition, filterTeams, inOrder, isFiltering } from './team-list.ts'

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
const teams = inOrder([
  team({ team_name: 'Gravy Boat Captains', location: 'Mobile, AL', captain_name: 'Beau Delacroix', division: 'comp' }),
  team({ team_name: 'Huck Finns' }),
  team({ team_name: 'ÉCLAIR', location: 'Lafayette, LA', captain_name: 'Remy Thibodeaux' }),
])
const found = (search: string, division: 'all' | 'comp' | 'rec' = 'all') =>
  filterTeams(teams, { search, division }).map((listed) => listed.team.team_name)

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
    expect(filterTeams(teams, { search: '', division: 'rec' }).map(({ order }) => order)).toEqual([2, 3])
  })

  it('counts the divisions, regardless of the search', () => {
    expect(countByDivision(teams.map((listed) => listed.team))).toEqual({ all: 3, comp: 1, rec: 2 })
  })

  it('knows whether it hides a team', () => {
    expect(isFiltering({ search: ' ', division: 'all' })).toBe(false)
    expect(isFiltering({ search: 'x', division: 'all' })).toBe(true)
    expect(isFiltering({ search: '', division: 'rec' })).toBe(true)
  })
})

describe('A bid whose address is not confirmed', () => {
  it('has no number, and takes none from others', () => {
    const listed = inOrder([team({}), { ...team({}), email_confirmed: false }, { ...team({}), email_confirmed: true }])
    expect(listed.map(({ order }) => order)).toEqual([1, null, 2])
    expect(describePosition(listed[1] ?? { team: team({}), order: 1 })).toBe(
      'Not among the teams until the captain’s address is confirmed',
    )
  })
})

describe('The position of a team', () => {
  it.each([
    [1, 'confirmed', 'Position 1 of 35'],
    [35, 'confirmed', 'Position 35 of 35'],
    [36, 'waitlist', 'Waitlist position 1'],
    [40, 'waitlist', 'Waitlist position 5'],
    [38, 'confirmed', 'Decided by the organizers (bid number 38)'],
    [12, 'waitlist', 'Decided by the organizers (bid number 12)'],
  ] as const)('of number %i, %s: %s', (order, status, sentence) => {
    expect(describePosition({ team: team({ status }), order })).toBe(sentence)
  })
})
