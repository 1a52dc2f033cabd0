import { edition } from '@ultimate/events/language/edition.ts'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'
import { expect, it } from 'vitest'

it('tells the same weekend in mails as on the screens', () => {
  const { name, datesSpoken: dates, place, venue, dinner, firstDay } = eventFacts
  const saturday = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(firstDay))
  expect(edition).toEqual({ name, dates, place, dinner: `${saturday}, ${dinner}`, venue: `${venue.name}, ${place}` })
})
