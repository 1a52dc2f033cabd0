import type { Decider, TimedCommand } from '../language/command.ts'
import { defineErrors } from '../language/domain-error.ts'
import { defaultFacts, type EditionFacts } from '../language/edition-facts.ts'
import { editErrors } from '../platform/errors.ts'
import type { EditionSettings } from './edition-schema.ts'
import type { EditionEvent } from './events.ts'

export const editionErrors = /* @__PURE__ */ defineErrors({
  EDITION_NOT_FOUND: { status: 404, message: 'There is no such edition.' },
  EDITION_EXISTS: { status: 409, message: 'This edition exists already.' },
  EDITION_IN_USE: { status: 409, message: 'Teams or volunteers have signed up for this edition already.' },
  VERSION_REQUIRED: { status: 428, message: 'Please read the settings first, and name their ETag in If-Match.' },
})

export const toEditionStream = (year: number | string): string => `edition-${year}`

export const yearOf = (stream: string): number => Number(stream.slice('edition-'.length))

export interface EditionState {
  /** Only the settings that were set; all others have their defaults. */
  readonly settings: EditionSettings
  /** `unstarted`: the first edition of a site, which no one starts, or a year that is still to come. */
  readonly status: 'unstarted' | 'next' | 'published' | 'removed'
  /** The edition after which this one was started; null where it was not. */
  readonly after: string | null
  /** The edition that visitors saw before this one; null while it is not published. */
  readonly former: string | null
}

export const initialState = (): EditionState => ({ settings: {}, status: 'unstarted', after: null, former: null })

export function evolve(state: EditionState, { type, data }: EditionEvent): EditionState {
  switch (type) {
    case 'EditionSettingsChanged':
      return { ...state, settings: mergeSettings(state.settings, data.to) }
    case 'EditionStarted':
      return { settings: data.settings, status: 'next', after: data.after, former: null }
    case 'EditionPublished':
      return { ...state, status: 'published', former: data.former }
    case 'EditionUnpublished':
      return { ...state, status: 'next', former: null }
    case 'EditionRemoved':
      return { ...state, settings: {}, status: 'removed', former: null }
  }
}

type Values = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Puts settings over the values before: in objects by their keys, everything else as a whole. */
export function mergeSettings<T extends EditionSettings | EditionFacts>(base: T, settings: EditionSettings): T {
  const values = base as Values
  const merged = Object.entries(settings as Values).map(([key, value]) => {
    const storedValue = values[key]
    return [key, isObject(value) ? { ...(isObject(storedValue) && storedValue), ...value } : value]
  })
  return { ...base, ...Object.fromEntries(merged) } as T
}

/** Returns the facts of an edition with these settings. */
export const factsWith = (year: number, settings: EditionSettings): EditionFacts =>
  mergeSettings(defaultFacts(year), settings)

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The entries of `values` that differ from those of `stored`, in nested objects too. */
function listChanges(stored: Values, values: Values): Values {
  const entries = Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
    const storedValue = stored[key]
    if (value === undefined || isSame(storedValue, value)) return []
    if (!isObject(value) || !isObject(storedValue)) return [[key, value]]
    const inner = listChanges(storedValue, value)
    return Object.keys(inner).length === 0 ? [] : [[key, inner]]
  })
  return Object.fromEntries(entries)
}

/** Returns the values of `stored` at the keys of `settings`, also inside nested objects. */
function pickSameKeys(stored: Values, settings: Values): Values {
  const entries = Object.entries(settings).map(([key, value]) => {
    const storedValue = stored[key]
    return [key, isObject(value) && isObject(storedValue) ? pickSameKeys(storedValue, value) : storedValue]
  })
  return Object.fromEntries(entries)
}

export type ChangeEditionSettings = TimedCommand<
  'ChangeEditionSettings',
  { readonly year: number; readonly settings: EditionSettings }
>

/** Stores each difference with the value before, so that the event holds both even if the defaults change. */
export function changeEditionSettings({ data }: ChangeEditionSettings, state: EditionState): EditionEvent[] {
  const { year, settings } = data
  const facts = factsWith(year, state.settings)
  rejectContradictions(mergeSettings(facts, settings))
  const to = listChanges(facts as unknown as Values, settings as Values)
  if (Object.keys(to).length === 0) return []
  const from = pickSameKeys(facts as unknown as Values, to)
  return [{ type: 'EditionSettingsChanged', data: { to, from } }]
}

export const changeEditionSettingsDecider: Decider<EditionState, ChangeEditionSettings, EditionEvent> = {
  decide: changeEditionSettings,
  evolve,
  initialState,
}

type Rule = readonly [field: string, isBroken: (facts: EditionFacts) => boolean, message: string]

const isReversed = (from: string | null, to: string | null): boolean =>
  from !== null && to !== null && Date.parse(to) <= Date.parse(from)

/** The rules that involve more than one field. */
const rules: readonly Rule[] = [
  ['last_day', (it) => it.last_day < it.first_day, 'The last day cannot be before the first day.'],
  [
    'fee_deadline',
    (it) => it.fee_deadline !== null && it.fee_deadline > it.first_day,
    'The deadline cannot be after the first day.',
  ],
  ['pool_play.ends', (it) => it.pool_play.ends <= it.pool_play.starts, 'Games have to end after they start.'],
  ['dinner.ends', (it) => it.dinner.ends <= it.dinner.starts, 'Dinner has to end after it starts.'],
  [
    'dinner.dishes_until',
    (it) => it.dinner.dishes_until <= it.dinner.dishes_from,
    'The drop-off of dishes has to end after it starts.',
  ],
  [
    'registration.closes',
    (it) => isReversed(it.registration.opens, it.registration.closes),
    'Registration has to close after it opens.',
  ],
]

/** @throws INVALID_FIELDS with a message for each rule that the facts break */
export function rejectContradictions(facts: EditionFacts): void {
  const broken = rules.filter(([, isBroken]) => isBroken(facts)).map(([field, , message]) => [field, message])
  if (broken.length > 0) editErrors.fail('INVALID_FIELDS', Object.fromEntries(broken))
}
