import { describe, expect, it } from 'vitest'
import { sentMoment } from './moment.ts'
import { formatVenueDay, formatVenueSecond, formatVenueTime } from './venue-clock.ts'

const isTaken = (text: string) => sentMoment().safeParse(text).success

describe('A time in a request', () => {
  it.each([
    '2025-11-22T18:00:00Z',
    '2025-11-22T18:00:00.123456789+05:30',
    '1900-01-01T00:00:00Z',
    '2999-12-31T23:59:59Z',
  ])('may be %s', (text) => expect(isTaken(text)).toBe(true))

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '1899-12-31T23:59:59Z',
    '1900-01-01T00:00:00+00:01',
    '2999-12-31T23:59:59-00:01',
    '9999-12-31T23:59:59Z',
    '275760-09-13T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '2025-02-30T00:00:00Z',
    '2025-11-22T24:00:00Z',
    '2025-11-22',
    'yesterday',
    '',
    `2025-11-22T18:00:00.${'1'.repeat(100_000)}Z`,
  ])('is not %.30s', (text) => expect(isTaken(text)).toBe(false))

  const long = `2025-11-22T18:00:00.${'1'.repeat(100)}Z`
  it.each([
    ['no time', 'yesterday'],
    ['too long', long],
    ['too long and out of reach', long.replace('2025', '0001')],
    ['out of reach', '0001-01-01T00:00:00Z'],
  ])('is refused with one sentence where it is %s', (_, text) => {
    const sentences = (schema: ReturnType<typeof sentMoment>) =>
      schema.safeParse(text).error?.issues.map(({ message }) => message)
    expect(sentences(sentMoment('A time, please.'))).toEqual(['A time, please.'])
    expect(sentences(sentMoment())).toHaveLength(1)
  })

  it('names the years that there are', () => {
    const { error } = sentMoment().safeParse('0001-01-01T00:00:00Z')
    expect(error?.issues.map(({ message }) => message)).toEqual(['Please give a year from 1900 to 2999.'])
  })
})

describe('A time at the venue', () => {
  it('is that of its clocks, in winter and in summer', () => {
    expect(formatVenueSecond(new Date('2025-11-22T18:00:05Z'))).toBe('2025-11-22 12:00:05')
    expect(formatVenueTime(new Date('2025-08-01T04:59:00Z'))).toBe('2025-07-31 23:59')
    expect(formatVenueDay(new Date('2025-11-22T05:59:00Z'))).toBe('2025-11-21')
    expect(formatVenueDay(new Date('2025-11-22T06:00:00Z'))).toBe('2025-11-22')
  })
})
