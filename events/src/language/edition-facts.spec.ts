import { describe, expect, it } from 'vitest'
import { edition } from './edition.ts'
import {
  defaultFacts,
  factsOf2025,
  fillFacts,
  saturdayBeforeThanksgiving,
  writeFacts,
  writeOrdinal,
} from './edition-facts.ts'

const write = (first_day: string, last_day: string) => {
  const { dates, datesSpoken } = writeFacts(2025, { ...factsOf2025, first_day, last_day })
  return [dates, datesSpoken]
}

describe('the facts of an edition', () => {
  it('are those of the first edition where nothing is set', () => {
    expect(defaultFacts(2025)).toEqual(factsOf2025)
    expect(writeFacts(2025, factsOf2025)).toMatchObject({
      dates: 'Nov 22-23, 2025',
      datesSpoken: edition.dates,
      venue: edition.venue,
      venueAddress: edition.venueAddress,
      poolPlay: '9:00 AM to 4:50 PM',
      dinner: '6:00 PM to 9:00 PM',
      dinnerDay: 'Saturday, November 22, 2025',
      dishesUntil: '5:45 PM',
    })
  })

  it('are a year later on the weekend before Thanksgiving', () => {
    const years = [2024, 2025, 2026, 2027, 2028].map(saturdayBeforeThanksgiving)
    expect(years).toEqual(['2024-11-23', '2025-11-22', '2026-11-21', '2027-11-20', '2028-11-18'])
    expect(defaultFacts(2026)).toMatchObject({ ordinal: '29th', first_day: '2026-11-21', last_day: '2026-11-22' })
  })

  it('have an ordinal', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 28, 31, 102].map(writeOrdinal).join(' ')).toBe(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 28th 31st 102nd',
    )
  })
})

describe('the days of an edition', () => {
  it.each([
    ['2026-11-21', '2026-11-22', 'Nov 21-22, 2026', 'November 21 to 22, 2026'],
    ['2026-11-21', '2026-11-21', 'Nov 21, 2026', 'November 21, 2026'],
    ['2026-10-31', '2026-11-01', 'Oct 31-Nov 1, 2026', 'October 31 to November 1, 2026'],
    ['2026-12-31', '2027-01-01', 'Dec 31, 2026-Jan 1, 2027', 'December 31, 2026 to January 1, 2027'],
  ])('from %s to %s are written short and long', (first, last, ...written) => {
    expect(write(first, last)).toEqual(written)
  })
})

describe('a text with facts in braces', () => {
  it('gets the words, and keeps what it does not know', () => {
    const words = writeFacts(2025, factsOf2025)
    expect(fillFacts('{{dates}}, {{city}}: {{heading}}', words)).toBe(
      'Nov 22-23, 2025, Huntsville, Alabama: {{heading}}',
    )
  })
})
