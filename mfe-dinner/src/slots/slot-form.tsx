import { isSamePlan } from '@ultimate/events/dinner/notice-plan.ts'
import { servingRange } from '@ultimate/events/dinner/serving-times.ts'
import { isCategoryFixed, slotLimits } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { newSlot, type SlotChange } from '@ultimate/events/dinner/slots/slot-schema.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { TextArea, TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { knownErrors } from '@ultimate/kit/form/field-errors.ts'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { controlId } from '@ultimate/kit/form/form-machine.ts'
import { type Bind, focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { shortPauses } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { type FormEvent, useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import { useChecklist } from '../check-in/checklist-query.ts'
import { dishes, servers } from '../check-in/kinds.ts'
import { countPeopleIn } from './delete-slot-dialog.tsx'
import {
  type DraftField,
  draftFields,
  previewTimes,
  type SlotDraft,
  type SlotFormTask,
  slotFormMachine,
  toRequest,
  toSlots,
} from './slot-draft.ts'
import styles from './slot-form.module.css'

interface SlotFormProps extends Omit<SlotFormTask, 'title'> {
  /** Called once the slot is saved, or the form canceled. */
  readonly onClose: () => void
}

/** All fields of a slot, without those of the other category. */
export function SlotForm(props: SlotFormProps) {
  const { slot, isRow } = props
  const { draft, errors, failure, isSending, waiting, bind, change, submit } = useSlotForm(props)
  const isFixed = slot !== null && isCategoryFixed(slot.current_signups)
  const question = useMaxQuestion(slot, draft.max_signups, submit)
  return (
    <form className={styles['form']} noValidate aria-busy={isSending} onSubmit={question.onSubmit}>
      {!isRow && (
        <ChoiceCards
          label="Category"
          id={controlId(slotFormMachine.id, 'category')}
          className={styles['wide']}
          value={draft.category}
          error={errors.category}
          disabled={isSending || isFixed}
          hint={isFixed ? 'People have signed up: the category stays.' : undefined}
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
      {question.notice}
      {slot && isMailed(slot, draft) && <SlotEmails slot={slot} />}
      {/* The failure stands beside the submit button, because the head of a long form is out of sight. */}
      <WaitsForConnection waiting={waiting} message={failure} className={styles['wide']} withoutCancel />
      <div className={styles['actions']}>
        <Button variant="secondary" disabled={isSending && !waiting} onClick={waiting ? waiting.cancel : props.onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isSending && !waiting}>
          {question.notice ? 'Save anyway' : submitLabel(props)}
        </Button>
      </div>
    </form>
  )
}

function submitLabel({ slot, isRow }: SlotFormProps): string {
  if (slot) return 'Save slot'
  return isRow ? 'Add serving times' : 'Add slot'
}

/** Asks before a slot gets fewer spots than it has sign-ups. */
function useMaxQuestion(slot: Slot | null, typedMax: string, submit: () => void) {
  /** The maximum about which the form has asked. The form asks anew about another maximum. */
  const [askedMax, setAskedMax] = useState<string | null>(null)
  const max = Number(typedMax)
  const isBelow = slot !== null && max >= 1 && max < slot.current_signups
  const isAsking = isBelow && askedMax === typedMax
  return {
    notice: isAsking && (
      <Notice tone="warn" announce="alert" title={`${slot.current_signups} people have signed up already.`}>
        They all stay, and the slot is full until there are fewer than {max}.
      </Notice>
    ),
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (isBelow && !isAsking) setAskedMax(typedMax)
      else submit()
    },
  }
}

/** Returns true if those who signed up get an email about the change. */
const isMailed = (slot: Slot, { name, time_slot }: SlotDraft): boolean =>
  slot.current_signups > 0 &&
  !isSamePlan({ name: slot.name, timeSlot: slot.time_slot }, { name: name.trim(), timeSlot: time_slot || null })

function SlotEmails({ slot }: { readonly slot: Slot }) {
  const { data } = useChecklist(slot.category === 'dishes' ? dishes : servers)
  const pending = data?.filter(({ checked_in }) => !checked_in)
  return (
    <p className={styles['wide']} role="status">
      {emailsTo(countPeopleIn(slot, pending), 'those who signed up')}
    </p>
  )
}

const categories = [
  { value: 'dishes', label: 'Dishes', description: 'Something to bring, perhaps with a recipe.' },
  { value: 'serving', label: 'Serving', description: 'Half an hour behind the buffet.' },
] as const

function RecipeFields({ bind }: { readonly bind: Bind<SlotDraft> }) {
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

interface ServingFieldsProps {
  readonly draft: SlotDraft
  readonly bind: Bind<SlotDraft>
  readonly isRow: boolean
}

/** The start of serving, and the half hours that follow from it. */
function ServingFields({ draft, bind, isRow }: ServingFieldsProps) {
  const times = previewTimes(draft)
  return (
    <>
      <TextField
        label={isRow ? 'First time' : 'Time'}
        type="time"
        step={300}
        hint={isRow ? undefined : (times[0] && servingRange(times[0])) || 'Half an hour from here.'}
        {...bind('time_slot')}
      />
      {isRow && (
        <>
          <TextField label="How many half hours" inputMode="numeric" autoComplete="off" {...bind('times')} />
          <ol className={styles['times']} aria-label="Serving times that will be added">
            {times.map((time) => (
              <li key={time}>{servingRange(time)}</li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

/** Adds the slots of the draft, or changes `slot`. Throws where it is unknown whether the server has saved it. */
async function saveSlot({ key, draft }: FormAttempt<SlotDraft>, slot: Slot | null): Promise<Answer<DraftField>> {
  try {
    if (slot) await changeSlot(key, slot, draft)
    else await addSlots(key, draft)
  } catch (error) {
    void refresh(['slots'])
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { kind: 'refused', message: error.message, errors: knownErrors(draftFields, error.fields) }
  }
  await refresh(['slots'])
  return { kind: 'accepted', value: null }
}

/**
 * Adds the slots of the draft, one after the other and each under a key of its own, so that a retry of an interrupted
 * row adds no slot twice.
 */
async function addSlots(key: string, draft: SlotDraft): Promise<void> {
  const slots = toSlots(draft)
  const keys = slots.map((_, index) => `${key}-${index}`)
  for (const [index, body] of slots.entries())
    await call('POST /api/dinner-slots', { body }, { idempotencyKey: keys[index] ?? key })
  toast.success(slots.length === 1 ? 'Slot added.' : `${slots.length} serving times added.`, offerUndo(keys))
}

/** Returns only the fields that were changed, so that what another user changed meanwhile stays. */
export function toChange(slot: Slot, draft: SlotDraft): SlotChange {
  const before: Readonly<Record<string, unknown>> = { ...slot }
  const after = Object.entries(newSlot.parse(toRequest(draft)))
  return Object.fromEntries(after.filter(([field, value]) => value !== before[field]))
}

/** Saves the changes of the slot. Sends nothing where the draft has none. */
async function changeSlot(idempotencyKey: string, slot: Slot, draft: SlotDraft): Promise<void> {
  const body = toChange(slot, draft)
  if (Object.keys(body).length > 0)
    await call('PUT /api/dinner-slots/{id}', { params: { id: slot.id }, body }, { idempotencyKey })
  toast.success('Slot saved.', offerUndo([idempotencyKey]))
}

/** Runs the form's machine with the effects of this screen. `onClose` is called after saving; it must be stable. */
function useSlotForm({ draft, slot, onClose }: SlotFormProps) {
  const machine = useMemo(
    () =>
      slotFormMachine.provide({
        actors: { send: fromPromise(({ input }) => saveSlot(input, slot)) },
        actions: { announce: onClose, focusField },
      }),
    [slot, onClose],
  )
  return useForm(machine, { stored: draft }, { pauses: shortPauses })
}
