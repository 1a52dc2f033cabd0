import { reminderNames } from '@ultimate/events/staff/reminder.ts'
import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { peopleWords } from '../messages-query.ts'
import { showReminder } from './change-reminder.ts'
import { ReminderMail } from './reminder-mail.tsx'

interface SendReminderDialogProps {
  readonly reminder: Reminder
  readonly onClose: () => void
}

/** Names how many get it and shows the email: nothing calls it back. */
export function SendReminderDialog({ reminder, onClose }: SendReminderDialogProps) {
  const { kind, recipients, note } = reminder
  const sending = useCommand({
    send: (_: null, idempotencyKey) =>
      call('POST /api/reminders/{kind}/send', { params: { kind } }, { idempotencyKey }),
    failed: 'Failed to send the reminder',
    onDone: async ({ reminder: sent }) => {
      toast.success('The emails are leaving')
      onClose()
      await showReminder(sent)
    },
  })
  return (
    <ConfirmDialog
      open
      tone="danger"
      title={`Send to ${peopleWords(recipients)} now?`}
      confirmLabel="Send Now"
      command={sending}
      onConfirm={() => sending.run(null)}
      onCancel={onClose}
    >
      <p>{reminderNames[kind]}: everyone gets it once, so it is not sent again at its time.</p>
      {note !== null && <p>{note}</p>}
      <ReminderMail reminder={reminder} />
      <p>This cannot be undone: no email can be called back.</p>
    </ConfirmDialog>
  )
}
