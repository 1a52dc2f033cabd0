/** Where the tournament takes place, as its clocks go. */
const timeZone = 'America/Chicago'
const hourAndMinute = { hour: 'numeric', minute: '2-digit' } as const

const formatOf = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  // Made when it is first needed, and once for the hundreds of rows of a list.
  return (at: Date): string => {
    format ??= new Intl.DateTimeFormat('en-US', options)
    return format.format(at)
  }
}
const atVenue = formatOf({ ...hourAndMinute, timeZone })
const named = formatOf({ ...hourAndMinute, timeZone, timeZoneName: 'short' })
const onDevice = formatOf(hourAndMinute)

/** `5:42 PM`, as the clocks at the venue show it; `5:42 PM CST` on a device whose own clock shows another time then. */
export function venueTime(at: Date): string {
  const time = atVenue(at)
  return time === onDevice(at) ? time : named(at)
}

/** `Nov 22`, as the calendar at the venue says. */
export const venueDay = formatOf({ month: 'short', day: 'numeric', timeZone })
