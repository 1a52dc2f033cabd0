import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import styles from './recipe-dialog.module.css'

export const chooseRecipeTitle = ({ name, recipe_title: title }: Pick<Slot, 'name' | 'recipe_title'>): string =>
  title || name

/** A bullet or number that a person typed before a line, such as `2. `. The page draws its own. */
const typedMark = /^(?:[-*•]\s+|\d+[.)]\s+)/u

/** Returns an entry for each line that is not blank. */
export function splitLines(text: string | null): { readonly key: string; readonly text: string }[] {
  const lines = (text ?? '').split('\n').map((line) => line.trim().replace(typedMark, ''))
  return lines.filter(Boolean).map((line, index) => ({ key: `${index} ${line}`, text: line }))
}

interface RecipeDialogProps {
  readonly slot: Slot
  readonly open: boolean
  readonly onClose: () => void
}

export function RecipeDialog({ slot, open, onClose }: RecipeDialogProps) {
  const ingredients = splitLines(slot.recipe_ingredients)
  const instructions = splitLines(slot.recipe_instructions)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={chooseRecipeTitle(slot)}
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
