import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'

type Recipe = Pick<Slot, 'name' | 'recipe_title' | 'recipe_ingredients' | 'recipe_instructions'>

export const hasRecipe = (slot: Recipe): boolean =>
  Boolean(slot.recipe_title || slot.recipe_ingredients || slot.recipe_instructions)

export const recipeTitleOf = ({ name, recipe_title: title }: Recipe): string => title || name

/** Marks that people put before lines of a list; the page draws its own. */
const ownMark = /^(?:[-*•]\s+|\d+[.)]\s+)/u

/** One entry per line that is not blank. */
export function linesOf(text: string | null): { readonly key: string; readonly text: string }[] {
  const lines = (text ?? '').split('\n').map((line) => line.trim().replace(ownMark, ''))
  return lines.filter(Boolean).map((line, index) => ({ key: `${index} ${line}`, text: line }))
}
