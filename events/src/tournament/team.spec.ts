import { describe, expect, it } from 'vitest'
import { divisionLabels, divisions, removalLimits, statusByOrder, statusLabels, teamStatuses } from './team.ts'

describe('A team', () => {
  it('plays in one of two divisions and is confirmed or waits', () => {
    expect(divisions.map((division) => divisionLabels[division])).toEqual(['Competitive', 'Recreational'])
    expect(teamStatuses.map((status) => statusLabels[status])).toEqual(['Confirmed', 'Waitlist'])
    expect([divisions, teamStatuses]).toEqual([
      ['comp', 'rec'],
      ['confirmed', 'waitlist'],
    ])
  })

  it('is confirmed as one of the first 35', () => {
    expect([1, 34, 35].map(statusByOrder)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect([36, 100].map(statusByOrder)).toEqual(['waitlist', 'waitlist'])
  })

  it('is taken out with at most 499 others, for a reason of at most 200 characters', () => {
    expect(removalLimits).toEqual({ teams: 500, reason: 200 })
  })
})
