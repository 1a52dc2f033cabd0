import { longestExtra, reminderNames } from '@ultimate/events/staff/reminder.ts'
import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo } from '@ultimate/kit/request/answer.ts'
import { useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { announceChange, changeReminder } from './change-reminder.ts'
import { reminderFields, reminderMachine, toChange, toDraft } from './reminder-form.ts'

interface EditReminderDialogProps {
  readonly reminder: Reminder
  readonly onClose: () => void
}

/** Changes when a reminder is sent, and its extra line. */
export function EditReminderDialog({ reminder, onClose }: EditReminderDialogProps) {
  const { kind, usual_at: usual } = reminder
  const close = useRef(onClose)
  close.current = onClose
  const [machine] = useState(() =>
    reminderMachine.provide({
      actors: {
        send: fromPromise(({ input: { key, draft } }) =>
          answerTo(reminderFields, async () => ({ key: await changeReminder(kind, toChange(draft, usual), key) })),
        ),
      },
      actions: {
        announce: (_, { value: { key } }) => {
          announceChange('Reminder changed', key)
          close.current()
        },
        focusField,
      },
    }),
  )
  const { errors, failure, isSending, waiting, draft, bind, submit, reset } = useForm(machine, {
    draft: toDraft(reminder),
  })
  const isShown = errors.at !== undefined || errors.extra !== undefined
  return (
    <ConfirmDialog
      open
      title={reminderNames[kind]}
      confirmLabel="Save"
      busy={isSending}
      waiting={waiting}
      error={isShown ? null : failure}
      onConfirm={() => submit()}
      onCancel={() => {
        reset()
        onClose()
      }}
    >
      {usual !== null && (
        <TextField
          label="Sent at"
          type="datetime-local"
          hint={`By the clock at the venue. Left empty, at the usual time, which follows the dates: ${venueMoment(new Date(usual))}.`}
          {...bind('at')}
        />
      )}
      <TextField
        label="Extra line"
        optional
        hint={`${draft.extra.trim().length} of ${longestExtra} characters, added to each email.`}
        {...bind('extra')}
      />
    </ConfirmDialog>
  )
}
