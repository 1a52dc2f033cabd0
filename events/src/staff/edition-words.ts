import { parseLogoSize } from '../language/club-logo.ts'
import { type EditionFacts, type GameRule, writeClockTime, writeWholeDay } from '../language/edition-facts.ts'
import { writeVenueMoment } from '../language/venue-clock.ts'
import { toExcerpt } from './audit-words.ts'
import { settingLabels } from './edition-labels.ts'
import type { EditionSettings } from './edition-schema.ts'

/** A function that writes the value of a setting for people. */
type Writer = (value: never) => string

const writeText: Writer = (value: string) => (value === '' ? 'nothing' : `“${toExcerpt(value)}”`)
const writeDay: Writer = (value: string | null) => (value === null ? 'none' : writeWholeDay(value))
const writeColor: Writer = (value: string | null) => value ?? 'the site’s own'
const writeLogo: Writer = (address: string | null) => {
  if (address === null) return 'the site’s own'
  const { width, height } = parseLogoSize(address)
  return `a picture of ${width} × ${height} pixels`
}
const writeMoment: Writer = (value: string | null) => (value === null ? 'no time' : writeVenueMoment(new Date(value)))

/** The writers by the path of a setting; other settings are texts. */
const writers: Readonly<Record<string, Writer>> = {
  first_day: writeDay,
  last_day: writeDay,
  'venue.bounds': (value: readonly number[] | null) => value?.join(', ') ?? 'none',
  capacity: String,
  fee_deadline: writeDay,
  'registration.opens': writeMoment,
  'registration.closes': writeMoment,
  'pool_play.starts': writeClockTime,
  'pool_play.ends': writeClockTime,
  'dinner.starts': writeClockTime,
  'dinner.ends': writeClockTime,
  'dinner.dishes_from': writeClockTime,
  'dinner.dishes_until': writeClockTime,
  'dinner.dishes_per_team': String,
  game_rules: (rules: readonly GameRule[]) => rules.map(({ what, number }) => `${what} ${number}`).join(', ') || 'none',
  designs_year: String,
  'colors.primary': writeColor,
  'colors.accent': writeColor,
  logo: writeLogo,
}

/** A setting as people read it. */
export interface WrittenSetting {
  /** `dinner.starts`, as errors name the field. */
  readonly path: string
  readonly label: string
  readonly value: string
}

/** The settings one by one, in the order of the form. */
export function writeSettings(settings: EditionSettings | EditionFacts): WrittenSetting[] {
  return Object.entries(settingLabels).flatMap(([path, label]) => {
    const [key = '', inner] = path.split('.')
    const outer = (settings as Readonly<Record<string, unknown>>)[key]
    const value = inner === undefined ? outer : (outer as Readonly<Record<string, unknown>> | undefined)?.[inner]
    return value === undefined ? [] : [{ path, label, value: (writers[path] ?? writeText)(value as never) }]
  })
}

const lowerFirstLetter = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

/** Settings that a sentence names one by one. */
const maxNamed = 3

/** `the capacity to 40 and the fee to “$300 per team”`, and what they were: `35, nothing`. */
export function describeSettings({ to, from }: { readonly to: EditionSettings; readonly from: EditionSettings }) {
  const all = writeSettings(to)
  const phrases = all.slice(0, maxNamed).map(({ label, value }) => `the ${lowerFirstLetter(label)} to ${value}`)
  const rest = all.length - maxNamed
  const parts = rest > 0 ? [...phrases, `${rest} more`] : phrases
  const last = parts.at(-1) ?? ''
  return {
    text: parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last,
    was: writeSettings(from)
      .slice(0, maxNamed)
      .map(({ value }) => value)
      .join(', '),
  }
}
