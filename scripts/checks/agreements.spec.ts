import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { edition } from '@ultimate/events/language/edition.ts'
import { confirmedCapacity } from '@ultimate/events/tournament/team.ts'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'
import { describe, expect, it } from 'vitest'

it('tells the same weekend in mails as on the screens', () => {
  const { name, datesSpoken: dates, place, venue, dinner, firstDay } = eventFacts
  const saturday = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(firstDay))
  const { email: contact, merchPartner } = eventFacts
  // Only mails say these: when a dish is brought, and what the calendar file needs.
  const { utcOffset: _, dishesFrom: __, dishesUntil: ___, ...shown } = edition
  const where = { place, venue: `${venue.name}, ${place}`, venueAddress: `${venue.name}, ${venue.address}` }
  const when = { dates, dinner: `${saturday}, ${dinner}`, dinnerDay: firstDay }
  expect(shown).toEqual({ name, ...when, ...where, contact, merchPartner })
})

it('names the same number of confirmed teams on home as the rule of the waitlist', () => {
  expect(eventFacts.confirmedTeams).toBe(confirmedCapacity)
})

describe('Names', () => {
  it('are searched and sorted by one function each, on the server and on screens', () => {
    const root = join(import.meta.dirname, '../..')
    const ofOwn =
      /localeCompare|Intl\.Collator|normalize\('NFK?D'\)|order by [^`]*\b(?:person|full|team|captain|slot)_?name\b/
    const files = globSync('{backend/src,events/src,shell/src,shell/kit,mfe-*/src}/**/*.{ts,tsx}', { cwd: root })
    const others = files.filter((file) => !/\.spec\.|node_modules|language\/fold\.ts$/.test(file))
    expect(others.filter((file) => ofOwn.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })
})
