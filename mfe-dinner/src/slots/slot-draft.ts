import { minutesLater, servingMinutes } from '@ultimate/events/dinner/serving-times.ts'
import {
  defaultMaxSignups,
  defaultTeamRequirement,
  type SlotCategory,
  type SlotFields,
} from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { newSlot } from '@ultimate/events/dinner/slots/slot-schema.ts'
import { type FieldErrors, firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import type { z } from 'zod'

/**
 * The texts of the form, as they are typed. `times` is the number of half hours in a row, beginning at `time_slot`; `1`
 * for a single slot.
 */
export interface SlotDraft extends Readonly<Record<Exclude<keyof SlotFields, 'category'> | 'times', string>> {
  readonly category: SlotCategory
}
export type DraftField = keyof SlotDraft

/** The task for which the form is opened. */
export interface SlotFormTask {
  readonly title: string
  readonly draft: SlotDraft
  /** The slot that is changed; null for a new one. */
  readonly slot: Slot | null
  /** A row of serving times instead of one slot. */
  readonly isRow: boolean
}

/** The fields in the order of the form, which is the order in which errors get the focus. */
export const draftFields: readonly DraftField[] = [
  'category',
  'name',
  'description',
  'time_slot',
  'times',
  'max_signups',
  'team_requirement',
  'recipe_title',
  'recipe_ingredients',
  'recipe_instructions',
]

/** Half hours that one form may make: from noon to midnight. */
const maxTimes = 24
const timesError = `Please give a whole number from 1 to ${maxTimes}.`

export const emptyDraft = (category: SlotCategory): SlotDraft => ({
  category,
  name: '',
  description: '',
  team_requirement: String(defaultTeamRequirement),
  max_signups: String(defaultMaxSignups),
  time_slot: category === 'serving' ? '18:00' : '',
  recipe_title: '',
  recipe_ingredients: '',
  recipe_instructions: '',
  times: '1',
})

export const toDraft = (slot: Slot): SlotDraft => ({
  category: slot.category,
  name: slot.name,
  description: slot.description,
  team_requirement: String(slot.team_requirement),
  max_signups: String(slot.max_signups),
  time_slot: slot.time_slot ?? '',
  recipe_title: slot.recipe_title ?? '',
  recipe_ingredients: slot.recipe_ingredients ?? '',
  recipe_instructions: slot.recipe_instructions ?? '',
  times: '1',
})

type NewSlot = z.output<typeof newSlot>

const parseNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

/** Returns the request, without the fields of the other category, which the draft still has. */
export function toRequest(draft: SlotDraft) {
  const { category, name, description } = draft
  const common = {
    category,
    name,
    description,
    team_requirement: parseNumber(draft.team_requirement),
    max_signups: parseNumber(draft.max_signups),
  }
  if (category === 'serving') return { ...common, time_slot: draft.time_slot }
  const { recipe_title, recipe_ingredients, recipe_instructions } = draft
  return { ...common, recipe_title, recipe_ingredients, recipe_instructions }
}

const countTimes = ({ category, times }: SlotDraft): number => (category === 'serving' ? parseNumber(times) : 1)
const isCount = (times: number): boolean => times >= 1 && times <= maxTimes

/** Returns the first error of each field, by the schema that the server uses. */
export function findErrors(draft: SlotDraft): FieldErrors<DraftField> {
  const errors = firstIssues(draftFields, newSlot.safeParse(toRequest(draft)))
  return isCount(countTimes(draft)) ? errors : { ...errors, times: timesError }
}

/** The form of a slot, or of a row of serving times, until it is saved. */
export const slotFormMachine = formMachine<SlotDraft>({
  id: 'slot',
  fields: draftFields,
  empty: emptyDraft('dishes'),
  findErrors,
  failed: 'No response. Trying again is safe: it happens only once.',
  // A failure stays in sight until the next attempt; once saved, the form closes.
  keepsFailure: true,
  isFinal: true,
})

/** Returns the start times of half hours in a row, also past midnight: `23:30`, `00:00`. */
export function listServingTimes(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => minutesLater(first, index * servingMinutes))
}

/** Returns the slots of a draft without errors: one, or one for each half hour of a row. */
export function toSlots(draft: SlotDraft): NewSlot[] {
  const slot = newSlot.parse(toRequest(draft))
  if (slot.category === 'dishes' || slot.time_slot === null) return [slot]
  return listServingTimes(slot.time_slot, countTimes(draft)).map((time_slot) => ({ ...slot, time_slot }))
}

/** Returns the start times of the row while the user types; none while the input is invalid. */
export function previewTimes(draft: SlotDraft): string[] {
  const times = countTimes(draft)
  return isCount(times) && findErrors(draft).time_slot === undefined ? listServingTimes(draft.time_slot, times) : []
}
