// Times of day, as `HH:MM` by the clocks at the venue.

export const servingMinutes = 30

const parseMinutes = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns the time so many minutes later, also past midnight. */
export function minutesLater(time: string, minutes: number): string {
  const later = (parseMinutes(time) + minutes) % (24 * 60)
  return `${String(Math.floor(later / 60)).padStart(2, '0')}:${String(later % 60).padStart(2, '0')}`
}

/** Returns when the half hour ends that begins at a time; the last one of a day ends at `00:00`. */
export const endOfServing = (timeSlot: string): string => minutesLater(timeSlot, servingMinutes)

/** True where two servings that begin at these times have minutes in common: one person cannot do both. */
export const doServingsOverlap = (one: string, other: string): boolean =>
  Math.abs(parseMinutes(one) - parseMinutes(other)) < servingMinutes

/** Returns `6:00 PM` for `18:00`. */
export function clockTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** Returns the half hour that begins at a time: `6:00 PM - 6:30 PM`. */
export const servingRange = (time: string): string => `${clockTime(time)} - ${clockTime(endOfServing(time))}`
