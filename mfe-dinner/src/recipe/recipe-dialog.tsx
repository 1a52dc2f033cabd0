import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import { hasRecipe, linesOf, recipeTitleOf } from './recipe.ts'
import styles from './recipe-dialog.module.css'

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
        onClick={() => setOpen(true)}
      >
        Recipe
      </Button>
      <RecipeDialog slot={slot} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

interface RecipeDialogProps {
  readonly slot: Slot
  readonly open: boolean
  readonly onClose: () => void
}

function RecipeDialog({ slot, open, onClose }: RecipeDialogProps) {
  const ingredients = linesOf(slot.recipe_ingredients)
  const instructions = linesOf(slot.recipe_instructions)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={recipeTitleOf(slot)}
      description={slot.recipe_title ? slot.name : undefined}
      size={instructions.length > 0 && ingredients.length > 0 ? 'large' : 'regular'}
    >
      <div className={styles['recipe']}>
        {ingredients.length > 0 && (
          <section className={styles['part']}>
            <h3 className={styles['title']}>Ingredients</h3>
            <ul className={styles['ingredients']}>
              {ingredients.map(({ key, text }) => (
                <li key={key}>{text}</li>
              ))}
            </ul>
          </section>
        )}
        {instructions.length > 0 && (
          <section className={styles['part']}>
            <h3 className={styles['title']}>Instructions</h3>
            <ol className={styles['steps']}>
              {instructions.map(({ key, text }) => (
                <li key={key}>{text}</li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </Dialog>
  )
}
