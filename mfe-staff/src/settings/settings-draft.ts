import { type EditionFacts, type GameRule, writeWholeDay } from '@ultimate/events/language/edition-facts.ts'
import { mergeSettings } from '@ultimate/events/staff/edition.ts'
import { type EditionChange, editionChange } from '@ultimate/events/staff/edition-api.ts'
import type { EditionSettings } from '@ultimate/events/staff/edition-schema.ts'
import type { FieldErrors } from '@ultimate/kit/form/field-errors.ts'
import { localInput, parseMoment } from '../audit/audit-filter.ts'

/** The paths of the settings, as the server names them, in the order of the form. */
export const settingsFields = [
  'name',
  'ordinal',
  'first_day',
  'last_day',
  'pool_play.starts',
  'pool_play.ends',
  'city',
  'venue.name',
  'venue.address',
  'venue.bounds',
  'club',
  'contact_email',
  'merch_partner.name',
  'merch_partner.url',
  'colors.primary',
  'colors.accent',
  'logo',
  'designs_year',
  'capacity',
  'registration.opens',
  'registration.closes',
  'fee',
  'fee_deadline',
  'fee_payment',
  'dinner.starts',
  'dinner.ends',
  'dinner.dishes_from',
  'dinner.dishes_until',
  'dinner.dishes_per_team',
  'divisions.comp',
  'divisions.rec',
  'schedule.pool_play',
  'schedule.dinner',
  'schedule.brackets',
  'game_rules',
] as const
export type SettingsField = (typeof settingsFields)[number]

/** The settings in the form by path: each as the text of its control, or as JSON where it is a list. */
export type SettingsDraft = Readonly<Record<SettingsField, string>>

/** Converts a setting to the text of its control, and back. */
interface FieldFormat {
  readonly write: (value: never) => string
  readonly read: (text: string) => unknown
}

const asText: FieldFormat = { write: String, read: (text) => text }
/** A text that is no number becomes `NaN`, which the server's schema rejects; so do edges of the map. */
const asNumber: FieldFormat = { write: String, read: (text) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN) }
const asOptional: FieldFormat = { write: (value: string | null) => value ?? '', read: (text) => text || null }
const asColor: FieldFormat = {
  write: (color: string | null) => color ?? '',
  read: (text) => text.trim().toLowerCase() || null,
}
const asMoment: FieldFormat = {
  write: (moment: string | null) => localInput(moment ?? '').slice(0, 16),
  read: (text) => (text === '' ? null : parseMoment(text)),
}
const asRules: FieldFormat = {
  write: (rules: readonly GameRule[]) => JSON.stringify(rules),
  read: (text) => JSON.parse(text || '[]'),
}
const asBounds: FieldFormat = {
  write: (bounds: readonly number[] | null) => (bounds ?? ['', '', '', '']).join(','),
  read: (text) => {
    const edges = text.split(',').map((edge) => edge.trim())
    return edges.every((edge) => edge === '') ? null : edges.map((edge) => (edge === '' ? Number.NaN : Number(edge)))
  },
}

const formats: Partial<Readonly<Record<SettingsField, FieldFormat>>> = {
  'venue.bounds': asBounds,
  designs_year: asNumber,
  'colors.primary': asColor,
  'colors.accent': asColor,
  logo: asOptional,
  capacity: asNumber,
  'registration.opens': asMoment,
  'registration.closes': asMoment,
  fee_deadline: asOptional,
  'dinner.dishes_per_team': asNumber,
  game_rules: asRules,
}
const formatOf = (field: SettingsField): FieldFormat => formats[field] ?? asText

function valueAt(facts: EditionFacts, field: SettingsField): unknown {
  const [key = '', innerKey] = field.split('.')
  const outer = (facts as unknown as Record<string, unknown>)[key]
  return innerKey === undefined ? outer : (outer as Record<string, unknown> | undefined)?.[innerKey]
}

export const toDraft = (facts: EditionFacts): SettingsDraft =>
  Object.fromEntries(
    settingsFields.map((field) => [field, formatOf(field).write((valueAt(facts, field) ?? null) as never)]),
  ) as SettingsDraft

/** Returns the settings that differ from the stored ones, as the body of the request. */
export function toChange(draft: SettingsDraft, stored: SettingsDraft): EditionChange {
  const change: Record<string, unknown> = {}
  for (const field of changedFields(draft, stored)) {
    const [key = '', innerKey] = field.split('.')
    const value = formatOf(field).read(draft[field])
    change[key] = innerKey === undefined ? value : { ...(change[key] as object | undefined), [innerKey]: value }
  }
  return change as EditionChange
}

export const changedFields = (draft: SettingsDraft, stored: SettingsDraft): readonly SettingsField[] =>
  settingsFields.filter((field) => draft[field] !== stored[field])

/** Checks with the server's schema. Only the server checks fields against each other. */
export function findErrors(draft: SettingsDraft): FieldErrors<SettingsField> {
  const { error } = editionChange.safeParse(toChange(draft, noSettings))
  const messages = (error?.issues ?? []).map(({ path, message }) => [fieldAt(path), message] as const)
  // Of several issues of a field, the first one is shown.
  return Object.fromEntries(messages.toReversed()) as FieldErrors<SettingsField>
}

/** Every draft differs from these in all fields, so a change against them holds the whole draft. */
const noSettings = Object.fromEntries(settingsFields.map((field) => [field, null])) as unknown as SettingsDraft

/** Returns the field to which a path belongs: `venue.bounds` for `venue.bounds.0`; empty if there is none. */
const fieldAt = (path: readonly PropertyKey[]): string =>
  settingsFields.find((field) => `${path.join('.')}.`.startsWith(`${field}.`)) ?? ''

/** Returns the messages of an error answer, which has them by path, by the fields of the form. */
export const byField = (messages: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(messages).map(([path, message]) => [fieldAt(path.split('.')), message]))

/** Returns the facts that visitors would see with the draft; null while something in it is wrong. */
export function draftedFacts<Facts extends EditionFacts>(facts: Facts, draft: SettingsDraft): Facts | null {
  const { data } = editionChange.safeParse(toChange(draft, toDraft(facts)))
  return data ? mergeSettings(facts, data as EditionSettings) : null
}

/** Returns the draft with the newer stored values in all fields that were not changed here. */
export const rebase = (
  draft: SettingsDraft,
  { before, now }: { readonly before: SettingsDraft; readonly now: SettingsDraft },
): SettingsDraft =>
  Object.fromEntries(
    settingsFields.map((field) => [field, draft[field] === before[field] ? now[field] : draft[field]]),
  ) as SettingsDraft

/** `Saturday, November 22, 2025`, as the weekday reveals a wrong date; empty for an incomplete day. */
export const describeDay = (day: string): string => (/^\d{4}-\d\d-\d\d$/.test(day) ? writeWholeDay(day) : '')
