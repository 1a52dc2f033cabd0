import { isWithinYears } from '@ultimate/events/language/moment.ts'

/** The time of a `datetime-local` field, in this device's zone, for an ISO moment; empty for anything else. */
export function localText(moment: string): string {
  if (!isWithinYears(moment)) return ''
  const time = new Date(moment)
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}

/** The ISO moment that such a field holds; null while it is incomplete. A year of one digit is incomplete. */
export function momentOf(text: string): string | null {
  return isWithinYears(text) ? new Date(text).toISOString() : null
}
