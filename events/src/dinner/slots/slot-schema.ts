import { z } from 'zod'
import { line, paragraph, requiredLine } from '../../language/text/text.ts'
import { defaultMaxSignups, defaultTeamRequirement, slotCategories, slotLimits, slotProblems } from '../slot.ts'

// Separate from the rules of slots: pages that only show slots then make no schemas, which took a third of their start.

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/

const count = (min: number, message: string) =>
  z.int(message).min(min, message).max(slotLimits.count, `Please use at most ${slotLimits.count}.`)
/** Null and the empty text both mean that there is none, as a form's empty field does. */
const noText = z.union([z.literal(''), z.null()]).transform(() => null)
const time = z.string('A time is like 18:00.').trim().regex(timeOfDay, 'A time is like 18:00.')

const fields = {
  name: requiredLine(slotLimits.name, 'Name is required.'),
  description: paragraph(slotLimits.description),
  category: z.enum(slotCategories, 'Category is dishes or serving.'),
  team_requirement: count(0, 'Please give a whole number, 0 or more.'),
  max_signups: count(1, 'Please give a whole number, at least 1.'),
  time_slot: z.preprocess((value) => (value === '' ? null : value), time.nullable()),
  recipe_title: z.union([noText, line(slotLimits.recipeTitle)]),
  recipe_ingredients: z.union([noText, paragraph(slotLimits.recipe)]),
  recipe_instructions: z.union([noText, paragraph(slotLimits.recipe)]),
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

/** Fields to change; what is not named stays as it is. */
export const slotChange = z.strictObject(fields).partial()
export type SlotChange = z.output<typeof slotChange>
