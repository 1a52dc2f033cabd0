import { describe, expect, it } from 'vitest'
import {
  defaultFacts,
  factsOf2025,
  readFee,
  saturdayBeforeThanksgiving,
  spellNumber,
  writeFacts,
  writeOrdinal,
} from './edition-facts.ts'
import { fillFacts } from './fill-facts.ts'

const write = (first_day: string, last_day: string) => {
  const { dates, datesSpoken } = writeFacts(2025, { ...factsOf2025, first_day, last_day })
  return [dates, datesSpoken]
}

describe('the facts of an edition', () => {
  it('are those of the first edition where nothing is set', () => {
    expect(defaultFacts(2025)).toEqual(factsOf2025)
    expect(writeFacts(2025, factsOf2025)).toMatchObject({
      dates: 'Nov 22-23, 2025',
      datesSpoken: 'November 22 to 23, 2025',
      venue: 'Merrimack Soccer Complex, Huntsville, Alabama',
      venueAddress: 'Merrimack Soccer Complex, 3390 Bob Wallace Ave SW, Huntsville, AL 35805',
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

  it('spell the capacity as a sentence begins', () => {
    const spelled = [0, 1, 12, 19, 20, 35, 48, 99, 100, 200].map(spellNumber).join(' ')
    expect(spelled).toBe('Zero One Twelve Nineteen Twenty Thirty-five Forty-eight Ninety-nine 100 200')
    expect(writeFacts(2025, factsOf2025)).toMatchObject({ capacity: '35', capacitySpoken: 'Thirty-five' })
  })

  it('say how far games go where a rule does', () => {
    expect(writeFacts(2025, factsOf2025)).toMatchObject({
      games: 'Games to 11',
      finals: 'Semifinals and finals go to 13',
    })
    const game_rules = [{ what: 'Games', number: '90 minutes', how: '' }]
    expect(writeFacts(2025, { ...factsOf2025, game_rules })).toMatchObject({
      games: 'Games',
      finals: 'Semifinals and finals',
    })
  })

  it('name a fee only where the club has set one, and its deadline where there is one', () => {
    expect(readFee(factsOf2025)).toBeNull()
    const set = { ...factsOf2025, fee: '$300 per team', fee_payment: 'By check.' }
    expect(readFee(set)).toEqual({ amount: '$300 per team', due: '', payment: 'By check.' })
    expect(readFee({ ...set, fee_deadline: '2025-11-08' })).toMatchObject({ due: 'November 8, 2025' })
  })
})
