import { type EditionFacts, type GameRule, writeClockTime, writeWholeDay } from '../language/edition-facts.ts'
import { writeVenueMoment } from '../language/venue-clock.ts'
import { excerptOf } from './audit-words.ts'
import type { EditionSettings } from './edition-schema.ts'

/** What people call a setting, and how they read its value. */
interface Words {
  readonly label: string
  readonly write: (value: never) => string
}

const words = (label: string, write: Words['write'] = String): Words => ({ label, write })
const text = (label: string): Words =>
  words(label, (value: string) => (value === '' ? 'nothing' : `“${excerptOf(value)}”`))
const day = (label: string): Words =>
  words(label, (value: string | null) => (value === null ? 'none' : writeWholeDay(value)))
const clock = (label: string): Words => words(label, writeClockTime)
const moment = (label: string): Words =>
  words(label, (value: string | null) => (value === null ? 'no time' : writeVenueMoment(new Date(value))))

/** By the path of each setting. */
const wordsOf: Readonly<Record<string, Words>> = {
  name: text('Name'),
  ordinal: text('Ordinal'),
  first_day: day('First day'),
  last_day: day('Last day'),
  city: text('City'),
  'venue.name': text('Venue'),
  'venue.address': text('Address of the venue'),
  'venue.bounds': words('Map', (value: readonly number[] | null) => value?.join(', ') ?? 'none'),
  club: text('Club'),
  contact_email: text('Contact address'),
  'merch_partner.name': text('Merchandise partner'),
  'merch_partner.url': text('Link to merchandise'),
  capacity: words('Capacity'),
  fee: text('Fee'),
  fee_deadline: day('Deadline of the fee'),
  fee_payment: text('Way to pay'),
  'registration.opens': moment('Opening of registration'),
  'registration.closes': moment('Closing of registration'),
  'pool_play.starts': clock('Start of games'),
  'pool_play.ends': clock('End of games'),
  'dinner.starts': clock('Start of dinner'),
  'dinner.ends': clock('End of dinner'),
  'dinner.dishes_from': clock('Start of the drop-off'),
  'dinner.dishes_until': clock('End of the drop-off'),
  'dinner.dishes_per_team': words('Dishes per team'),
  'divisions.comp': text('Description of Competitive'),
  'divisions.rec': text('Description of Recreational'),
  'schedule.pool_play': text('Words about pool play'),
  'schedule.dinner': text('Words about dinner'),
  'schedule.brackets': text('Words about brackets'),
  game_rules: words(
    'Game rules',
    (rules: readonly GameRule[]) => rules.map(({ what, number }) => `${what} ${number}`).join(', ') || 'none',
  ),
  designs_year: words('Year of the designs'),
}

/** A setting as people read it. */
export interface WrittenSetting {
  /** `dinner.starts`, as refused fields are named. */
  readonly path: string
  readonly label: string
  readonly value: string
}

/** The settings one by one, in the order of the form. */
export function writeSettings(settings: EditionSettings | EditionFacts): WrittenSetting[] {
  return Object.entries(wordsOf).flatMap(([path, { label, write }]) => {
    const [key = '', inner] = path.split('.')
    const outer = (settings as Readonly<Record<string, unknown>>)[key]
    const value = inner === undefined ? outer : (outer as Readonly<Record<string, unknown>> | undefined)?.[inner]
    return value === undefined ? [] : [{ path, label, value: write(value as never) }]
  })
}

const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

/** Settings that a sentence names one by one. */
const maxNamed = 3

/** `the capacity to 40 and the fee to “$300 per team”`, and what they were: `35, nothing`. */
export function describeSettings({ to, from }: { readonly to: EditionSettings; readonly from: EditionSettings }) {
  const all = writeSettings(to)
  const named = all.slice(0, maxNamed).map(({ label, value }) => `the ${inSentence(label)} to ${value}`)
  const rest = all.length - maxNamed
  const parts = rest > 0 ? [...named, `${rest} more`] : named
  const last = parts.at(-1) ?? ''
  return {
    text: parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last,
    was: writeSettings(from)
      .slice(0, maxNamed)
      .map(({ value }) => value)
      .join(', '),
  }
}
