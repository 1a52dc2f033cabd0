import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { newKey } from './new-key.ts'
import { saveSlot } from './save-slot.ts'
import type { DraftField, SlotDraft } from './slot-draft.ts'
import { type Attempt, type SaveOutcome, slotFormMachine } from './slot-form-machine.ts'

export const controlId = (field: DraftField): string => `slot-${field}`

/** What a control of the form is tied to. */
export type BindField = (field: DraftField) => {
  readonly id: string
  readonly value: string
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly onValueChange: (value: string) => void
}

interface Use {
  readonly draft: SlotDraft
  readonly slot: Slot | null
  /** Called when it is saved; should be stable. */
  readonly onClose: () => void
}

/** The form's machine with its effects, as the screen needs it. */
export function useSlotForm({ draft: input, slot, onClose }: Use) {
  const machine = useMemo(
    () =>
      slotFormMachine.provide({
        actors: { save: fromPromise<SaveOutcome, Attempt>(({ input: attempt }) => saveSlot(attempt, slot)) },
        actions: {
          close: onClose,
          focusField: (_, { field }) => {
            if (field) requestAnimationFrame(() => document.getElementById(controlId(field))?.focus())
          },
        },
      }),
    [slot, onClose],
  )
  const [snapshot, send] = useMachine(machine, { input: { draft: input } })
  const { draft, errors } = snapshot.context
  const isSaving = snapshot.matches('saving')
  const change = (changes: Partial<SlotDraft>) => send({ type: 'change', changes })
  const bind: BindField = (field) => ({
    id: controlId(field),
    value: draft[field],
    error: errors[field],
    readOnly: isSaving,
    onValueChange: (value) => change({ [field]: value }),
  })
  return { snapshot, draft, errors, isSaving, bind, change, submit: () => send({ type: 'submit', key: newKey() }) }
}
