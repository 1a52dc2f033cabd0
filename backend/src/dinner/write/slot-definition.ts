import type { SlotDefinition } from '@ultimate/events/dinner/events.ts'
import type { SlotFields } from '@ultimate/events/dinner/slot.ts'

/** Fields that obey the rules between them (`slotProblems`), as they are stored. */
export function definitionOf(fields: SlotFields): SlotDefinition {
  const { name, description, team_requirement: teamRequirement, max_signups: maxSignups } = fields
  const described = { name, description, teamRequirement, maxSignups }
  if (fields.category === 'serving') {
    // Stryker disable next-line StringLiteral: serving without a time does not get here
    const timeSlot = fields.time_slot ?? ''
    return { category: 'serving', ...described, timeSlot }
  }
  const recipe = {
    title: fields.recipe_title ?? '',
    ingredients: fields.recipe_ingredients ?? '',
    instructions: fields.recipe_instructions ?? '',
  }
  const hasRecipe = Object.values(recipe).some((text) => text !== '')
  return { category: 'dishes', ...described, ...(hasRecipe && { recipe }) }
}

export function fieldsOf(definition: SlotDefinition): SlotFields {
  const recipe = definition.category === 'dishes' ? definition.recipe : undefined
  return {
    name: definition.name,
    description: definition.description,
    category: definition.category,
    team_requirement: definition.teamRequirement,
    max_signups: definition.maxSignups,
    time_slot: definition.category === 'serving' ? definition.timeSlot : null,
    recipe_title: recipe?.title || null,
    recipe_ingredients: recipe?.ingredients || null,
    recipe_instructions: recipe?.instructions || null,
  }
}

export const isSameDefinition = (one: SlotDefinition, other: SlotDefinition): boolean =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other))
