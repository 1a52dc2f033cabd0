import { lazily } from '@ultimate/events/language/lazily.ts'
import { venueMomentAndSecond } from '@ultimate/kit/event/venue-time.ts'

const relative = lazily(() => new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }))

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Date and time at the venue, to the second. */
export const momentAtVenue = (at: string): string => venueMomentAndSecond(new Date(at))

/** `3 minutes ago`; `now` for less than a minute. */
export function timeAgo(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000))
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? ['second', 0]
  return length === 0 ? relative().format(0, 'second') : relative().format(-Math.floor(seconds / length), unit)
}
