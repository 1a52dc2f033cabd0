import type { SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import { answerToSession, isLayoutOpen, type Layout, maxSlots, minSlots } from '@ultimate/events/dinner/session.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { useUnloadWarning } from '@ultimate/kit/form/leave-warning.ts'
import { useForm } from '@ultimate/kit/form/use-form.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { fromPromise } from 'xstate'
import { handleError, logFailure, takeSession } from '../board/board-query.ts'
import { type LayoutDraft, type LayoutField, layoutMachine, toDraft, toLayout } from './change-layout.machine.ts'
import styles from './slot-counts.module.css'

/** Changes the counts of slots. Throws where it is unknown whether the server has saved them. */
async function changeLayout({ key, draft }: FormAttempt<LayoutDraft>): Promise<Answer<LayoutField, Layout>> {
  const layout = toLayout(draft)
  try {
    const body = { warming_slots: layout.warmingSlots, buffet_slots: layout.buffetSlots }
    const { session } = await call('PUT /api/dinner-management/layout', { body }, { idempotencyKey: key })
    await takeSession(session)
    toast.success('Slots saved.', offerUndo([key]))
    return { kind: 'accepted', value: layout }
  } catch (error) {
    const { sentence } = await handleError(error).catch((unknown) => {
      logFailure('Changing the slot counts', unknown)
      throw unknown
    })
    return { kind: 'refused', message: sentence, errors: {} }
  }
}

const machine = layoutMachine.provide({ actors: { send: fromPromise(({ input }) => changeLayout(input)) } })

const noListener = () => undefined

const fields: readonly { readonly field: LayoutField; readonly label: string }[] = [
  { field: 'warmingSlots', label: 'Warming slots' },
  { field: 'buffetSlots', label: 'Buffet slots' },
]

interface SlotCountsProps {
  readonly session: SessionAnswer
  /** Called with the unsaved counts; with null once there are none. Must be stable. */
  readonly onUnsaved?: (draft: LayoutDraft | null) => void
}

/** The form for the counts of slots in Warming and Buffet. Shown only before dinner starts. */
export function SlotCounts(props: SlotCountsProps) {
  return isLayoutOpen(answerToSession(props.session)) ? <LayoutForm {...props} /> : null
}

function LayoutForm({
  session: { warming_slots: warmingSlots, buffet_slots: buffetSlots },
  onUnsaved = noListener,
}: SlotCountsProps) {
  const form = useForm(machine, { stored: toDraft({ warmingSlots, buffetSlots }) })
  const { send, bind, isSending, waiting, failure } = form
  useEffect(
    () => send({ type: 'stored', stored: toDraft({ warmingSlots, buffetSlots }) }),
    [warmingSlots, buffetSlots, send],
  )
  useUnloadWarning(form.isDirty)
  const unsaved = form.isDirty ? form.draft : null
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(null)
  }, [unsaved, onUnsaved])
  const formElement = useRef<HTMLFormElement>(null)
  // Once there is nothing to save or cancel, the buttons are hidden, so the focus moves from them to the first field.
  useLayoutEffect(() => {
    const focused = document.activeElement
    const isOnButton = formElement.current?.contains(focused) && focused?.tagName === 'BUTTON'
    if (!form.isDirty && isOnButton) formElement.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [form.isDirty])
  return (
    <form ref={formElement} className={styles['form']} noValidate onSubmit={form.onSubmit}>
      {fields.map(({ field, label }) => (
        <TextField
          key={field}
          className={styles['field']}
          label={label}
          type="number"
          inputMode="numeric"
          min={minSlots}
          max={maxSlots}
          step={1}
          {...bind(field)}
        />
      ))}
      <div className={styles['actions']} data-idle={!form.isDirty || undefined}>
        <Button type="submit" variant="secondary" busy={isSending && !waiting}>
          Save slots
        </Button>
        <Button variant="quiet" disabled={isSending && !waiting} onClick={waiting ? waiting.cancel : form.reset}>
          Cancel
        </Button>
      </div>
      <WaitsForConnection waiting={waiting} message={failure} look="small" withoutCancel />
    </form>
  )
}
