import { describe, expect, it } from 'vitest'
import { clockTime, servingRange, servingRow } from './serving-time.ts'

describe('Times of serving', () => {
  it.each([
    ['00:00', '12:00 AM'],
    ['09:05', '9:05 AM'],
    ['12:00', '12:00 PM'],
    ['18:30', '6:30 PM'],
    ['23:59', '11:59 PM'],
  ])('say %s as %s', (time, said) => expect(clockTime(time)).toBe(said))

  it('are shown as half an hour', () => {
    expect(servingRange('18:00')).toBe('6:00 PM - 6:30 PM')
    expect(servingRange('11:45')).toBe('11:45 AM - 12:15 PM')
    expect(servingRange('23:30')).toBe('11:30 PM - 12:00 AM')
  })

  it('follow each other without a gap', () => {
    expect(servingRow('17:30', 4)).toEqual(['17:30', '18:00', '18:30', '19:00'])
    expect(servingRow('23:30', 2)).toEqual(['23:30', '00:00'])
    expect(servingRow('18:00', 0)).toEqual([])
  })
})
