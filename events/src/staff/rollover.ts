import type { Decider, TimedCommand } from '../language/command.ts'
import {
  defaultFacts,
  type EditionFacts,
  type FactsOfYear,
  saturdayBeforeThanksgiving,
  writeOrdinal,
} from '../language/edition-facts.ts'
import {
  type EditionState,
  editionErrors,
  evolve,
  initialState,
  mergeSettings,
  rejectContradictions,
} from './edition.ts'
import { type Copy, type EditionSettings, type StoredFacts, storedFacts } from './edition-schema.ts'
import type { EditionEvent } from './events.ts'

/** The values that stand in place of what is not copied. */
const blanks = {
  rules: { game_rules: [] },
  venue: { city: '', venue: { name: '', address: '', bounds: null } },
} satisfies Readonly<Record<string, EditionSettings>>

/** The settings to copy, as the former edition has them; null for dinner slots, which are no settings. */
export function settingsToCopy(copy: Copy, facts: EditionFacts): EditionSettings | null {
  const { game_rules, city, venue } = storedFacts(facts)
  if (copy === 'rules') return { game_rules }
  return copy === 'venue' ? { city, venue } : null
}

/** The facts with which the next edition begins: without the settings that a director chose to copy, and with them. */
export interface ProposedFacts {
  readonly withoutCopies: StoredFacts
  readonly withCopies: StoredFacts
}

/**
 * The facts of an edition that follows another: the same club, fee and times, on the same weekend of its year, with the
 * registration open at both ends.
 */
export function proposeFacts(
  former: FactsOfYear,
  { year, firstDay = sameWeekend(former, year), copy }: { year: number; firstDay?: string; copy: readonly Copy[] },
): ProposedFacts {
  const { year: formerYear, ...formerFacts } = former
  const facts = storedFacts(formerFacts)
  const daysLater = daysBetween(former.first_day, firstDay)
  const withoutCopies: StoredFacts = {
    ...facts,
    ...blanks.rules,
    ...blanks.venue,
    ordinal: laterOrdinal(facts.ordinal, year - formerYear),
    first_day: firstDay,
    last_day: addDays(facts.last_day, daysLater),
    fee_deadline: facts.fee_deadline && addDays(facts.fee_deadline, daysLater),
    registration: { opens: null, closes: null },
    designs_year: facts.designs_year + year - formerYear,
  }
  const copiedSettings = copy.map((one) => settingsToCopy(one, facts) ?? {})
  return { withoutCopies, withCopies: copiedSettings.reduce<StoredFacts>(mergeSettings, withoutCopies) }
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Returns the first day of this year's edition: the Saturday before Thanksgiving if the former edition began on that
 * Saturday, otherwise the nearest date on the same day of the week.
 */
function sameWeekend({ year: formerYear, first_day: day }: FactsOfYear, year: number): string {
  if (day === saturdayBeforeThanksgiving(formerYear)) return saturdayBeforeThanksgiving(year)
  return addDays(day, Math.round(((year - formerYear) * 365.2425) / 7) * 7)
}

/** `29th` a year after `28th`; a text without such a number stays. */
const laterOrdinal = (ordinal: string, years: number): string =>
  ordinal.replace(/^(\d+)(st|nd|rd|th)$/, (_, count) => writeOrdinal(Number(count) + years))

export type StartEdition = TimedCommand<
  'StartEdition',
  { readonly after: string; readonly settings: EditionSettings; readonly copy: readonly Copy[] }
>

/** Begins the next edition. Visitors see it once it is published. */
export function startEdition({ data }: StartEdition, state: EditionState, year: number): EditionEvent {
  if (state.status === 'next' || state.status === 'published') return editionErrors.fail('EDITION_EXISTS')
  rejectContradictions(mergeSettings(defaultFacts(year), data.settings))
  return { type: 'EditionStarted', data: { after: data.after, settings: data.settings, copy: [...data.copy] } }
}

/** Returns the decider for the stream of this year. */
export const startEditionDecider = (year: number): Decider<EditionState, StartEdition, EditionEvent> => ({
  decide: (command, state) => startEdition(command, state, year),
  evolve,
  initialState,
})

export type PublishEdition = TimedCommand<'PublishEdition', { readonly former: string }>

/** From now on visitors see this edition, and the former one is read-only. */
export function publishEdition({ data }: PublishEdition, { status }: EditionState): EditionEvent[] {
  if (status === 'published') return []
  if (status !== 'next') return editionErrors.fail('EDITION_NOT_FOUND')
  return [{ type: 'EditionPublished', data }]
}

export const publishEditionDecider = { decide: publishEdition, evolve, initialState }

/** Undoes the publication of an edition for which no one has signed up yet: `isUsed` is what the modules know. */
export type UnpublishEdition = TimedCommand<'UnpublishEdition', { readonly isUsed: boolean }>

export function unpublishEdition({ data: { isUsed } }: UnpublishEdition, { status }: EditionState): EditionEvent[] {
  if (status !== 'published') return []
  if (isUsed) return editionErrors.fail('EDITION_IN_USE')
  return [{ type: 'EditionUnpublished', data: {} }]
}

export const unpublishEditionDecider = { decide: unpublishEdition, evolve, initialState }

export type RemoveEdition = TimedCommand<'RemoveEdition', { readonly isUsed: boolean }>

/** Takes back the start of an edition for which no one has signed up yet. */
export function removeEdition({ data: { isUsed } }: RemoveEdition, { status }: EditionState): EditionEvent[] {
  if (status !== 'next' && status !== 'published') return editionErrors.fail('EDITION_NOT_FOUND')
  if (isUsed) return editionErrors.fail('EDITION_IN_USE')
  return [{ type: 'EditionRemoved', data: {} }]
}

export const removeEditionDecider = { decide: removeEdition, evolve, initialState }
