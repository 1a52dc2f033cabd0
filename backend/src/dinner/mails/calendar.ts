import { endOfServing } from '@ultimate/events/dinner/serving-times.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type EditionFacts, joinTexts } from '@ultimate/events/language/edition-facts.ts'
import { momentAtVenue } from '@ultimate/events/language/venue-clock.ts'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

/** Serving times before this hour belong to the night after the dinner's day. */
const firstHour = 6

/** Returns the moment of a time of day at the venue, on the evening of the dinner. */
function toMoment(day: string, time: string): Date {
  const moment = momentAtVenue(day, time)
  const isAfterMidnight = Number(time.slice(0, 2)) < firstHour
  return isAfterMidnight ? new Date(moment.getTime() + 24 * 60 * 60 * 1000) : moment
}

/** The content of a calendar entry; `sequence` is its iCalendar SEQUENCE, the number of its changes. */
export type CalendarEntry = Pick<OwnSignup, 'id' | 'slot_name' | 'description' | 'time_slot'> & {
  readonly sequence?: number
}

interface CalendarFacts {
  readonly siteUrl: string
  readonly now: Date
  readonly facts: EditionFacts
  /** True where the file removes the entries from calendars. */
  readonly ends?: boolean
}

/**
 * Writes sign-ups as an iCalendar file: half hours of serving, and the hours in which dishes are dropped off. The UID of a
 * sign-up is always the same, so that a later file replaces the entry of an earlier one.
 */
export function buildCalendar(
  entries: readonly CalendarEntry[],
  { siteUrl, now, facts, ends = false }: CalendarFacts,
): string {
  const { first_day: day, dinner, venue } = facts
  const calendar = ical({
    prodId: { company: facts.name, product: 'dinner' },
    method: ends ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  const { host } = new URL(siteUrl)
  // Calendars are shared, so they must not contain the private link.
  const url = new URL('/dinner/signup', siteUrl).href
  for (const { id, slot_name: name, description, time_slot: time, sequence = 0 } of entries)
    calendar.createEvent({
      id: `signup-${id}@${host}`,
      sequence,
      stamp: now,
      start: toMoment(day, time ?? dinner.dishes_from),
      end: toMoment(day, time === null ? dinner.dishes_until : endOfServing(time)),
      summary: time === null ? `Bring ${name} to the dinner` : `Serve at the dinner: ${name}`,
      description: `${description}\n\nYour sign-ups: ${url}`.trim(),
      location: joinTexts(venue.name, venue.address),
      url,
      ...(ends && { status: ICalEventStatus.CANCELLED }),
    })
  return calendar.toString()
}
