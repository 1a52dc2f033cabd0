import { buildCalendar } from '@ultimate/kit/event/calendar.ts'
import { currentEdition } from '@ultimate/kit/event/edition.ts'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { buildSchedule } from './info-schedule.ts'

const schedule = buildSchedule(currentEdition())
const { words } = currentEdition()
const now = new Date('2025-10-01T12:34:56.789Z')
const text = buildCalendar(schedule, now)

/** The events as a calendar that knows no zone by its name would read them. */
function readEvents(file: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(file))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}
const events = readEvents(text)

describe('The weekend as a calendar file', () => {
  it('has every occasion, at its moment in UTC', () => {
    const moments = events.map((event) => [event.summary, toInstant(event.startDate), toInstant(event.endDate)])
    expect(moments).toEqual([
      ['Thanksgiving Ultimate: Pool play', '2025-11-22T15:00:00.000Z', '2025-11-22T22:50:00.000Z'],
      ['Thanksgiving Ultimate: Dinner', '2025-11-23T00:00:00.000Z', '2025-11-23T03:00:00.000Z'],
      ['Thanksgiving Ultimate: Brackets', '2025-11-23', '2025-11-24'],
    ])
  })

  it('agrees with the hours that the pages show', () => {
    const hour = (time: ICAL.Time) =>
      time
        .toJSDate()
        .toLocaleTimeString('en-US', { timeZone: 'America/Chicago', timeStyle: 'short' })
        .replace(/\s/, ' ')
    const hours = events
      .filter((event) => !event.startDate.isDate)
      .map((event) => `${hour(event.startDate)} to ${hour(event.endDate)}`)
    expect(hours).toEqual([words.poolPlay, words.dinner])
  })

  it('knows summer time, for an edition that would need it', () => {
    const [summer] = readEvents(
      buildCalendar(
        [{ ...schedule[0], from: '2026-06-06T09:00', to: '2026-06-06T10:00' } as (typeof schedule)[0]],
        now,
      ),
    )
    expect(summer && toInstant(summer.startDate)).toBe('2026-06-06T14:00:00.000Z')
  })

  it('says where, and keeps the commas of the address', () => {
    for (const event of events) expect(event.location).toBe(words.venueAddress)
  })

  it('gives each event the same name in every download, and the time of this one', () => {
    expect(text.match(/^UID:.*$/gm)?.map((line) => line.trim())).toEqual([
      'UID:pool-play-2025@ultimate.example',
      'UID:dinner-2025@ultimate.example',
      'UID:brackets-2025@ultimate.example',
    ])
    expect(text).toContain('DTSTAMP:20251001T123456Z\r\n')
  })

  it('ends every line as the standard says and keeps each within 75 octets', () => {
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })
})

function toInstant(time: ICAL.Time): string {
  return time.isDate ? time.toString() : time.toJSDate().toISOString()
}
