import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { endOfServing } from '@ultimate/events/dinner/slots/slot.ts'
import { edition } from '@ultimate/events/language/edition.ts'
import ical, { ICalCalendarMethod } from 'ical-generator'

/** Serving times before this hour belong to the night after the dinner's day. */
const firstHour = 6

/** A time of day at the venue, on the evening of the dinner. */
function momentOf(time: string): Date {
  const moment = new Date(`${edition.dinnerDay}T${time}:00${edition.utcOffset}`)
  const isAfterMidnight = Number(time.slice(0, 2)) < firstHour
  return isAfterMidnight ? new Date(moment.getTime() + 24 * 60 * 60 * 1000) : moment
}

/**
 * The sign-ups as an iCalendar file: half hours of serving, and the time in which a dish is taken in. A sign-up keeps
 * its UID, so that a later file replaces what an earlier one has put into a calendar.
 */
export function calendarOf(signups: readonly OwnSignup[], { siteUrl, now }: { siteUrl: string; now: Date }): string {
  const calendar = ical({
    prodId: { company: edition.name, product: 'dinner' },
    method: ICalCalendarMethod.PUBLISH,
  })
  const { host } = new URL(siteUrl)
  for (const { id, slot_name: name, description, time_slot: time } of signups)
    calendar.createEvent({
      id: `signup-${id}@${host}`,
      stamp: now,
      start: momentOf(time ?? edition.dishesFrom),
      end: momentOf(time === null ? edition.dishesUntil : endOfServing(time)),
      summary: time === null ? `Bring ${name} to the dinner` : `Serve at the dinner: ${name}`,
      description,
      location: edition.venue,
    })
  return calendar.toString()
}
