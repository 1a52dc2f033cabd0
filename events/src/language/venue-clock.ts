import { lazily } from './lazily.ts'

/** The time zone of the venue. */
export const venueTimeZone = 'America/Chicago'

const venueFormat = lazily(
  () =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: venueTimeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
)

const hourMs = 3_600_000
const maxHours = 1_000
/** The milliseconds that the clocks at the venue are ahead of UTC, by hour since 1970: they change at full hours. */
const aheadByHour = new Map<number, number>()

function msAheadAt(moment: Date): number {
  const hour = Math.floor(moment.getTime() / hourMs)
  const cached = aheadByHour.get(hour)
  if (cached !== undefined) return cached
  const start = new Date(hour * hourMs)
  const parts = Object.fromEntries(
    venueFormat()
      .formatToParts(start)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour: hours = 0, minute = 0, second = 0 } = parts
  const venueTime = Date.UTC(year, month - 1, day, hours, minute, second)
  if (aheadByHour.size >= maxHours) aheadByHour.clear()
  aheadByHour.set(hour, venueTime - start.getTime())
  return venueTime - start.getTime()
}

/** `2025-11-22 18:00:05`, as the clocks at the venue show it. */
export const formatVenueSecond = (moment: Date): string =>
  new Date(moment.getTime() + msAheadAt(moment)).toISOString().slice(0, 19).replace('T', ' ')

/** `2025-11-22 18:00`. */
export const formatVenueTime = (moment: Date): string => formatVenueSecond(moment).slice(0, 16)

/** `2025-11-22`, as the calendar at the venue shows it. */
export const formatVenueDay = (moment: Date): string => formatVenueSecond(moment).slice(0, 10)

const readableFormat = lazily(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: venueTimeZone,
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
)

/** `Saturday, November 1, 2025 at 5:00 PM CDT`, as the clocks at the venue show it. */
export const writeVenueMoment = (moment: Date): string => readableFormat().format(moment).replaceAll('\u202F', ' ')

/** `-06:00`: how far the clocks at the venue are from UTC at this moment. */
export function venueOffset(moment: Date): string {
  const minutes = Math.round(msAheadAt(moment) / 60_000)
  const [hours, restMinutes] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(restMinutes).padStart(2, '0')}`
}

/** The moment at which the clocks at the venue show this time, `18:00`, on a day. */
export function momentAtVenue(day: string, time: string): Date {
  // Clocks change at night, so the offset at noon holds for the whole daytime.
  return new Date(`${day}T${time}:00${venueOffset(new Date(`${day}T18:00:00Z`))}`)
}
