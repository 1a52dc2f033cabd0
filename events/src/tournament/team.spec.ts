import { describe, expect, it } from 'vitest'
import {
  describeStanding,
  divisionLabels,
  divisions,
  placesLeft,
  removalLimits,
  statusByOrder,
  statusLabels,
  teamStatuses,
} from './team.ts'

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

  it.each([
    [5, 'confirmed', 'Bid 5: confirmed'],
    [41, 'confirmed', 'Bid 41: confirmed'],
    [41, 'waitlist', 'Bid 41: waiting list 6'],
    [36, 'waitlist', 'Bid 36: waiting list 1'],
    [35, 'waitlist', 'Bid 35: on the waitlist'],
    [5, 'waitlist', 'Bid 5: on the waitlist'],
  ] as const)('hears where bid %i (%s) stands', (number, status, words) => {
    expect(describeStanding({ number, status })).toBe(words)
  })

  it('leaves the rest of 35 places, and never fewer than none', () => {
    expect([0, 32, 35, 36].map(placesLeft)).toEqual([35, 3, 0, 0])
  })

  it('is taken out with at most 499 others, for a reason of at most 200 characters', () => {
    expect(removalLimits).toEqual({ teams: 500, reason: 200 })
  })
})
