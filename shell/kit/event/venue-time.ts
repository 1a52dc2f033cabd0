/** The time zone of the venue. */
const timeZone = 'America/Chicago'
const hourAndMinute = { hour: 'numeric', minute: '2-digit' } as const
const date = { year: 'numeric', month: 'short', day: 'numeric' } as const

const makeFormat = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  // Made when it is first needed, and once for the hundreds of rows of a list.
  return (at: Date): string => {
    format ??= new Intl.DateTimeFormat('en-US', options)
    return format.format(at)
  }
}

/**
 * Returns a formatter for the time at the venue. It adds the name of the venue's zone if the device's own clock shows
 * another time.
 */
function formatAtVenue(options: Intl.DateTimeFormatOptions) {
  const atVenue = makeFormat({ ...options, timeZone })
  const withZoneName = makeFormat({ ...options, timeZone, timeZoneName: 'short' })
  const onDevice = makeFormat(options)
  return (at: Date): string => {
    const time = atVenue(at)
    return time === onDevice(at) ? time : withZoneName(at)
  }
}

const time = formatAtVenue(hourAndMinute)

/** `5:42 PM`, or `5:42 PM CST`. */
export function venueTime(at: Date): string {
  return time(at)
}

/** `5:42:10 PM`, or `5:42:10 PM CST`. */
export const venueSecond = formatAtVenue({ ...hourAndMinute, second: '2-digit' })

/** `Nov 22, 2025, 5:42 PM`, or `Nov 22, 2025, 5:42 PM CST`. */
export const venueMoment = formatAtVenue({ ...date, ...hourAndMinute })

/** `Nov 22, 2025, 5:42:10 PM`. */
export const venueMomentAndSecond = formatAtVenue({ ...date, ...hourAndMinute, second: '2-digit' })

/** `Nov 22`, by the calendar at the venue. */
export const venueDay = makeFormat({ month: 'short', day: 'numeric', timeZone })
