import { describe, expect, it } from 'vitest'
import {
  describePayment,
  describeStatus,
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
    expect([1, 34, 35].map((order) => statusByOrder(order, 35))).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect([36, 100].map((order) => statusByOrder(order, 35))).toEqual(['waitlist', 'waitlist'])
  })

  it.each([
    [5, 'confirmed', 'Confirmed (#5 of 35)'],
    [41, 'confirmed', 'Confirmed by the TD (bid #41)'],
    [41, 'waitlist', '#6 on the waitlist'],
    [36, 'waitlist', '#1 on the waitlist'],
    [35, 'waitlist', 'On the waitlist, set by the TD (bid #35)'],
    [5, 'waitlist', 'On the waitlist, set by the TD (bid #5)'],
  ] as const)('with bid %i (%s) reads its status', (number, status, words) => {
    expect(describeStatus({ number, status }, 35)).toBe(words)
  })

  it('reads about the fee once the club has set one, and on the waitlist that nothing is due', () => {
    const fee = { amount: '$250 per team', due: 'November 1, 2025', payment: 'Email us for payment details.' }
    expect(describePayment('confirmed', null)).toBeNull()
    expect(describePayment('confirmed', fee)).toBe(
      'The fee is $250 per team, due November 1, 2025. Email us for payment details.',
    )
    for (const known of [null, fee]) expect(describePayment('waitlist', known)).toBe('No payment until a spot opens.')
  })

  it('leaves the rest of 35 places, and never fewer than none', () => {
    expect([0, 32, 35, 36].map((confirmed) => placesLeft(confirmed, 35))).toEqual([35, 3, 0, 0])
  })

  it('is taken out with at most 499 others, for a reason of at most 200 characters', () => {
    expect(removalLimits).toEqual({ teams: 500, reason: 200 })
  })
})
