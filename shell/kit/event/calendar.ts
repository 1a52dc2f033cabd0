import { dayAfter } from '@ultimate/events/language/edition-facts.ts'
import { currentEdition } from '@ultimate/kit/event/edition.ts'

/** Something that takes place at the venue. */
export interface Occasion {
  /** Identifies the occasion, so that saving it again replaces what was saved before. */
  readonly slug: string
  readonly title: string
  readonly text: string
  /** The time by the clock at the venue, `2025-11-22T09:00`; only the date where the hours are not known yet. */
  readonly from: string
  readonly to: string
}

const zone = 'America/Chicago'

/** The rules of US daylight saving time since 2007, for programs that do not know the zone by its name (RFC 5545, 3.6.5). */
const timeZone = [
  'BEGIN:VTIMEZONE',
  `TZID:${zone}`,
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:-0600',
  'TZOFFSETTO:-0500',
  'TZNAME:CDT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0600',
  'TZNAME:CST',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** `thanksgiving-ultimate-2025.ics`: the name of the file, with the letters of any writing system. */
export const calendarName = (what: string, year: string): string =>
  `${`${what} ${year}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-/, '')}.ics`

/** Returns the calendar of {@link buildCalendar} as a file to save. */
export const calendarFile = (occasions: readonly Occasion[]): Blob =>
  new Blob([buildCalendar(occasions, new Date())], { type: 'text/calendar;charset=utf-8' })

/** The occasions as an iCalendar file (RFC 5545), in the time of the venue wherever it is opened. */
export function buildCalendar(occasions: readonly Occasion[], now: Date): string {
  const { name, club } = currentEdition().words
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${club}//${name}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...timeZone,
    ...occasions.flatMap((occasion) => buildEvent(occasion, now)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function buildEvent({ slug, title, text, from, to }: Occasion, now: Date): string[] {
  const { name, year, email, venueAddress } = currentEdition().words
  const isAllDay = !from.includes('T')
  return [
    'BEGIN:VEVENT',
    // The same in every download, so that a second one replaces the first.
    `UID:${slug}-${year}@${email.split('@')[1]}`,
    `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    // The end of a whole day is the day after it.
    ...(isAllDay ? [`DTSTART;VALUE=DATE:${digits(from)}`, `DTEND;VALUE=DATE:${digits(dayAfter(to))}`] : []),
    ...(isAllDay ? [] : [`DTSTART;TZID=${zone}:${digits(from)}00`, `DTEND;TZID=${zone}:${digits(to)}00`]),
    `SUMMARY:${escaped(`${name}: ${title}`)}`,
    `DESCRIPTION:${escaped(text)}`,
    `LOCATION:${escaped(venueAddress)}`,
    'END:VEVENT',
  ]
}

const digits = (moment: string): string => moment.replace(/[-:]/g, '')

/** Escapes separators and line breaks (RFC 5545, 3.3.11). */
export function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\n|\r/g, '\\n')
}

const maxOctets = 75
const utf8 = new TextEncoder()

/** Breaks a line after at most 75 octets, never inside a character; each further line begins with a space (3.1). */
export function folded(line: string): string {
  const pieces = ['']
  let room = maxOctets
  for (const character of line) {
    const size = utf8.encode(character).length
    if (size > room) {
      pieces.push('')
      room = maxOctets - 1
    }
    pieces[pieces.length - 1] += character
    room -= size
  }
  return pieces.join('\r\n ')
}
