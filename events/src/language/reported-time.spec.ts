import { describe, expect, it } from 'vitest'
import { limitMoment, pickTimeTrusted, reportedTime } from './reported-time.ts'

/** A time so many minutes after six on the evening of the dinner. */
const minute = (count: number): Date => new Date(Date.UTC(2025, 10, 22, 18, count))
const at = (count: number): string => minute(count).toISOString()

const now = new Date('2025-11-22T18:00:00.000Z')
const signedUp = new Date('2025-11-01T12:00:00.000Z')
const read = (sent: string | undefined, notBefore = signedUp) => reportedTime(sent, { now, notBefore })

describe('The time that a device reports', () => {
  it('is believed within the last day', () => {
    expect(read('2025-11-22T17:42:00.000Z')).toEqual({ at: new Date('2025-11-22T17:42:00.000Z') })
    expect(read('2025-11-22T11:42:00.000-06:00')).toEqual({ at: new Date('2025-11-22T17:42:00.000Z') })
    expect(read('2025-11-21T18:00:00.000Z')).toEqual({ at: new Date('2025-11-21T18:00:00.000Z') })
  })

  it('is the server’s where it says none, or a moment that is about to come', () => {
    expect(read(undefined)).toEqual({ at: null })
    expect(read('2025-11-22T18:00:00.000Z')).toEqual({ at: null })
    expect(read('2025-11-22T18:00:59.000Z')).toEqual({ at: null })
    expect(read('2025-11-22T18:01:00.000Z')).toEqual({ at: null })
  })

  it('is not trusted in the future, and counts as now', () => {
    for (const sent of ['2025-11-22T18:02:00.000Z', '2999-01-01T00:00:00Z'])
      expect(read(sent)).toEqual({ at: null, timeTrusted: false })
  })

  it('is not trusted more than a day ago', () => {
    for (const sent of ['2025-11-21T17:00:00.000Z', '1970-01-01T00:00:00Z'])
      expect(read(sent)).toEqual({ at: new Date('2025-11-21T18:00:00.000Z'), timeTrusted: false })
  })

  it('is not trusted before the sign-up, but for the little that clocks differ by', () => {
    const made = new Date('2025-11-22T17:30:00.000Z')
    expect(read('2025-11-22T17:00:00.000Z', made)).toEqual({ at: made, timeTrusted: false })
    expect(read('2025-11-22T17:29:30.000Z', made)).toEqual({ at: made })
  })

  it('becomes what its event says of the time', () => {
    expect([pickTimeTrusted({ timeTrusted: false }), pickTimeTrusted({})]).toEqual([{ timeTrusted: false }, {}])
  })

  it('lies never after now, also where the sign-up comes from a clock that is ahead', () => {
    expect(read('2025-11-22T17:59:00.000Z', new Date('2025-11-22T18:00:30.000Z'))).toEqual({ at: now })
  })
})

describe('The moment that a device reports', () => {
  it('is taken as reported', () => {
    expect(limitMoment(minute(3), { now: minute(10) })).toBe(at(3))
  })

  it('is now where nothing is reported, or where it is yet to come', () => {
    expect(limitMoment(null, { now: minute(10) })).toBe(at(10))
    expect(limitMoment(minute(99), { now: minute(10) })).toBe(at(10))
  })

  it('is never before what happened already', () => {
    expect(limitMoment(minute(3), { now: minute(10), notBefore: at(5) })).toBe(at(5))
  })
})
