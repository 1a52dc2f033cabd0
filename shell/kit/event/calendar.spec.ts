import { describe, expect, it } from 'vitest'
import { escaped, folded } from './calendar.ts'

describe('A text in a calendar file', () => {
  it.each([
    ['turkey, ham; sides', 'turkey\\, ham\\; sides'],
    ['a\\b', 'a\\\\b'],
    ['one\ntwo\r\nthree\rfour', 'one\\ntwo\\nthree\\nfour'],
    ['9:00 AM "sharp"', '9:00 AM "sharp"'],
  ])('is escaped: %j', (plain, written) => {
    expect(escaped(plain)).toBe(written)
  })

  it.each([
    ['short', 'SUMMARY:Dinner'],
    ['of exactly 75 octets', 'x'.repeat(75)],
    ['of 76 octets', 'x'.repeat(76)],
    ['very long', 'turkey '.repeat(100)],
    ['of characters of several octets', '🦃é'.repeat(60)],
  ])('is folded and read back unchanged when it is %s', (_, line) => {
    const lines = folded(line).split('\r\n')
    for (const piece of lines) {
      expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(75)
      expect(piece.isWellFormed()).toBe(true)
    }
    expect(folded(line).replaceAll('\r\n ', '')).toBe(line)
  })
})
