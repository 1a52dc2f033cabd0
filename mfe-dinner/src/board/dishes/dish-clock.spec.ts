import { describe, expect, it } from 'vitest'
import { clockText, rateFreshness, shortTime, spokenTime } from './dish-clock.tsx'

describe('The time food has stood', () => {
  it.each([
    [0, '0:00:00'],
    [8.9, '0:00:08'],
    [4051, '1:07:31'],
    [14_462, '4:01:02'],
    [36_000, '10:00:00'],
  ])('is shown in hours, minutes and seconds: %d is %s', (seconds, text) => expect(clockText(seconds)).toBe(text))

  it.each([
    [5399, 'fresh'],
    [5400, 'soon'],
    [7199, 'soon'],
    [7200, 'late'],
    [14_399, 'late'],
    [14_400, 'overdue'],
  ] as const)('after %d seconds makes a dish %s', (seconds, freshness) =>
    expect(rateFreshness(seconds)).toBe(freshness),
  )

  it('is read out in words and shortened for the head of the page', () => {
    expect(spokenTime(3661)).toBe('1 hour 1 minute')
    expect(spokenTime(150)).toBe('2 minutes')
    expect(shortTime(4351)).toBe('1 h 12 m')
  })
})
