import { z } from 'zod'

/** The years of times in requests. Databases and calendars know more, but differ in how many. */
export const years = { first: 1900, last: 2999 } as const

/** Enough for `2025-11-22T18:00:00.123456789-06:00`. */
const maxMomentLength = 40

const outOfReach = `Please give a year from ${years.first} to ${years.last}.`

/** Returns whether the year of a time, in any form that `Date` reads, lies within {@link years}. */
export function isWithinYears(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= years.first && year <= years.last
}

/** A time as requests name it: ISO 8601 with a time zone, in a year within {@link years}. */
export const sentMoment = (error?: string) =>
  z.iso
    .datetime({ offset: true, abort: true, ...(error && { error }) })
    .max(maxMomentLength, { abort: true })
    .refine(isWithinYears, error ?? outOfReach)
