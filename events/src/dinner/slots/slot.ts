import { z } from 'zod'
import { line, paragraph, requiredLine } from '../../language/text/text.ts'

/** What a slot is for: a dish that is brought, or half an hour of serving. */
export const slotCategories = ['dishes', 'serving'] as const
export type SlotCategory = (typeof slotCategories)[number]

/** Longest accepted texts, in UTF-16 units, and largest numbers. The form and the server use the same. */
export const slotLimits = { name: 80, description: 1000, recipeTitle: 120, recipe: 5000, count: 1000 } as const

export const defaultTeamRequirement = 4
export const defaultMaxSignups = 1
/** Dishes that every team is asked for; a team's count is shown as x/16. */
export const dishesPerTeam = 16
export const servingMinutes = 30

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/

/** `18:00` is shown as `18:00` to `18:30`; the last half hour ends at `00:00`. */
export function endOfServing(timeSlot: string): string {
  const [hours = 0, minutes = 0] = timeSlot.split(':').map(Number)
  const end = (hours * 60 + minutes + servingMinutes) % (24 * 60)
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}

/** `18:00` as `6:00 PM`, the way the invitation writes times. */
export function clockTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** The half hour that begins at `time`: `6:00 PM - 6:30 PM`. */
export const servingRange = (time: string): string => `${clockTime(time)} - ${clockTime(endOfServing(time))}`

/** A name that is unique among the slots: serving slots share a name and differ in time. */
export const nameOfSlot = ({ name, time_slot: time }: { readonly name: string; readonly time_slot: string | null }) =>
  time === null ? name : `${name}, ${servingRange(time)}`

const count = (least: number, message: string) =>
  z.int(message).min(least, message).max(slotLimits.count, `Please use at most ${slotLimits.count}.`)
/** Null and the empty text both say that there is none, as a form's empty field does. */
const none = z.union([z.literal(''), z.null()]).transform(() => null)
const time = z.string('A time is like 18:00.').trim().regex(timeOfDay, 'A time is like 18:00.')

const fields = {
  name: requiredLine(slotLimits.name, 'Name is required.'),
  description: paragraph(slotLimits.description),
  category: z.enum(slotCategories, 'Category is dishes or serving.'),
  team_requirement: count(0, 'Please give a whole number, 0 or more.'),
  max_signups: count(1, 'Please give a whole number, at least 1.'),
  time_slot: z.preprocess((value) => (value === '' ? null : value), time.nullable()),
  recipe_title: z.union([none, line(slotLimits.recipeTitle)]),
  recipe_ingredients: z.union([none, paragraph(slotLimits.recipe)]),
  recipe_instructions: z.union([none, paragraph(slotLimits.recipe)]),
}

/** A new slot, as the form sends it. What belongs to the other category must stay empty; see {@link slotProblems}. */
export const newSlot = z
  .strictObject({
    ...fields,
    description: fields.description.default(''),
    team_requirement: fields.team_requirement.default(defaultTeamRequirement),
    max_signups: fields.max_signups.default(defaultMaxSignups),
    time_slot: fields.time_slot.default(null),
    recipe_title: fields.recipe_title.default(null),
    recipe_ingredients: fields.recipe_ingredients.default(null),
    recipe_instructions: fields.recipe_instructions.default(null),
  })
  .superRefine((slot, context) => {
    for (const [field, message] of Object.entries(slotProblems(slot))) {
      // Stryker disable next-line StringLiteral: the code of an issue is not answered
      context.addIssue({ code: 'custom', path: [field], message })
    }
  })
export type SlotFields = z.output<typeof newSlot>

/** Fields to change; what is not named stays as it is. */
export const slotChange = z.strictObject(fields).partial()
export type SlotChange = z.output<typeof slotChange>

const recipeFields = ['recipe_title', 'recipe_ingredients', 'recipe_instructions'] as const

/** Rules between fields: sentences by field name, empty when all is well. */
export function slotProblems(slot: Pick<SlotFields, 'category' | 'time_slot' | (typeof recipeFields)[number]>) {
  const problems: Record<string, string> = {}
  if (slot.category === 'serving') {
    if (slot.time_slot === null) problems.time_slot = 'A serving slot needs a time.'
    for (const field of recipeFields) if (slot[field]) problems[field] = 'Only dishes have a recipe.'
  } else if (slot.time_slot !== null) problems.time_slot = 'Only serving slots have a time.'
  return problems
}
