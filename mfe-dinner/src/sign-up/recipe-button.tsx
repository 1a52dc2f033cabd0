import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'

const RecipeDialog = late(async () => (await import('./recipe-dialog.tsx')).RecipeDialog, {
  what: 'The recipe',
  isWanted: ({ open }) => open,
  failed: LateAnswer,
})

export const hasRecipe = (slot: Pick<Slot, 'recipe_title' | 'recipe_ingredients' | 'recipe_instructions'>): boolean =>
  Boolean(slot.recipe_title || slot.recipe_ingredients || slot.recipe_instructions)

/** Opens the recipe of a dish; nothing where there is none. */
export function RecipeButton({ slot }: { readonly slot: Slot }) {
  const [open, setOpen] = useState(false)
  if (!hasRecipe(slot)) return null
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        icon={<BookOpen aria-hidden="true" />}
        aria-label={`Recipe: ${slot.name}`}
        onPointerEnter={RecipeDialog.preload}
        onFocus={RecipeDialog.preload}
        onClick={() => setOpen(true)}
      >
        Recipe
      </Button>
      <RecipeDialog slot={slot} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
