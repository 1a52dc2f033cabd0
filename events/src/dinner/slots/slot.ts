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

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** `18:00` is shown as `18:00` to `18:30`; the last half hour ends at `00:00`. */
export function endOfServing(timeSlot: string): string {
  const end = (minutesOf(timeSlot) + servingMinutes) % (24 * 60)
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}

/** Whether two servings that begin at these times have minutes in common: one person cannot do both. */
export const doServingsOverlap = (one: string, other: string): boolean =>
  Math.abs(minutesOf(one) - minutesOf(other)) < servingMinutes

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

/** A dish that a walk-in brought and no slot asks for is a slot of its own, which is offered to no one. */
export const isUnlisted = (slot: { readonly category: SlotCategory; readonly unlisted?: true | undefined }): boolean =>
  slot.unlisted === true

const recipeFields = ['recipe_title', 'recipe_ingredients', 'recipe_instructions'] as const

type Interdependent = Readonly<Record<'time_slot' | (typeof recipeFields)[number], string | null>> & {
  readonly category: SlotCategory
}

/** Rules between fields: sentences by field name, empty when all is well. */
export function slotProblems(slot: Interdependent) {
  const problems: Record<string, string> = {}
  if (slot.category === 'serving') {
    if (slot.time_slot === null) problems.time_slot = 'A serving slot needs a time.'
    for (const field of recipeFields) if (slot[field]) problems[field] = 'Only dishes have a recipe.'
  } else if (slot.time_slot !== null) problems.time_slot = 'Only serving slots have a time.'
  return problems
}
