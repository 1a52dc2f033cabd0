import { describe, expect, it } from 'vitest'
import { clockTime, doServingsOverlap, endOfServing, servingRange } from './serving-times.ts'
import { nameOfSlot } from './slot.ts'

describe('Serving', () => {
  it.each([
    ['18:00', '18:30'],
    ['18:45', '19:15'],
    ['23:30', '00:00'],
  ])('from %s ends at %s', (from, to) => {
    expect(endOfServing(from)).toBe(to)
  })
})

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

  it('make the name of a serving slot unique', () => {
    expect(nameOfSlot({ name: 'Carving', time_slot: '18:00' })).toBe('Carving, 6:00 PM - 6:30 PM')
    expect(nameOfSlot({ name: 'Yams', time_slot: null })).toBe('Yams')
  })
})

describe('Two servings', () => {
  it.each([
    ['18:00', '18:00', true],
    ['18:00', '18:15', true],
    ['18:29', '18:00', true],
    ['18:00', '18:30', false],
    ['19:00', '18:00', false],
  ])('from %s and from %s overlap: %s', (one, other, overlap) => expect(doServingsOverlap(one, other)).toBe(overlap))
})
