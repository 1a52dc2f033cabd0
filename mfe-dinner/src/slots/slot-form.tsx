import { slotLimits } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { TextArea, TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import type { FormEvent } from 'react'
import { ServingFields } from './serving-fields.tsx'
import type { SlotDraft } from './slot-draft.ts'
import styles from './slot-form.module.css'
import { type BindField, controlId, useSlotForm } from './use-slot-form.ts'

export interface SlotFormProps {
  readonly draft: SlotDraft
  /** The slot that is changed; null for a new one. */
  readonly slot: Slot | null
  /** A row of serving times instead of one slot. */
  readonly isRow: boolean
  readonly onClose: () => void
}

/** All fields of a slot; those of the other category are out of sight. */
export function SlotForm(props: SlotFormProps) {
  const { slot, isRow } = props
  const { snapshot, draft, errors, isSaving, bind, change, submit } = useSlotForm(props)
  const { sentence } = snapshot.context
  const send = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form className={styles['form']} noValidate aria-busy={isSaving} onSubmit={send}>
      {!isRow && (
        <ChoiceCards
          label="Category"
          id={controlId('category')}
          className={styles['wide']}
          value={draft.category}
          error={errors.category}
          disabled={isSaving || (slot !== null && slot.current_signups > 0)}
          hint={slot !== null && slot.current_signups > 0 ? 'People have signed up: the category stays.' : undefined}
          choices={categories}
          onValueChange={(category) => change({ category })}
        />
      )}
      <TextField
        label="Name"
        className={styles['wide']}
        maxLength={slotLimits.name}
        autoComplete="off"
        {...bind('name')}
      />
      <TextArea
        label="Description"
        optional
        rows={2}
        className={styles['wide']}
        maxLength={slotLimits.description}
        {...bind('description')}
      />
      {draft.category === 'serving' && <ServingFields draft={draft} bind={bind} isRow={isRow} />}
      <TextField label="Max signups" inputMode="numeric" autoComplete="off" {...bind('max_signups')} />
      <TextField
        label="Team requirement"
        inputMode="numeric"
        autoComplete="off"
        hint="How many of it each team is asked for."
        {...bind('team_requirement')}
      />
      {draft.category === 'dishes' && <RecipeFields bind={bind} />}
      {/* Beside the button that was pressed: the head of a long form is out of sight by then. */}
      {sentence && <Notice tone="bad" announce="alert" title={sentence} />}
      {snapshot.matches('failed') && (
        <Notice tone="bad" announce="alert" title="No answer came. Trying again is safe: it happens only once." />
      )}
      <div className={styles['actions']}>
        <Button variant="secondary" disabled={isSaving} onClick={props.onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isSaving}>
          {slot ? 'Save slot' : isRow ? 'Add serving times' : 'Add slot'}
        </Button>
      </div>
    </form>
  )
}

const categories = [
  { value: 'dishes', label: 'Dishes', description: 'Something to bring, perhaps with a recipe.' },
  { value: 'serving', label: 'Serving', description: 'Half an hour behind the buffet.' },
] as const

function RecipeFields({ bind }: { readonly bind: BindField }) {
  return (
    <>
      <TextField
        label="Recipe title"
        optional
        className={styles['wide']}
        autoComplete="off"
        maxLength={slotLimits.recipeTitle}
        {...bind('recipe_title')}
      />
      <TextArea
        label="Recipe ingredients"
        optional
        hint="One per line."
        maxLength={slotLimits.recipe}
        {...bind('recipe_ingredients')}
      />
      <TextArea
        label="Recipe instructions"
        optional
        hint="One step per line."
        maxLength={slotLimits.recipe}
        {...bind('recipe_instructions')}
      />
    </>
  )
}
