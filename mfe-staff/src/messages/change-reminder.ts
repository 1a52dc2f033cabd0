import type { ReminderChange, ReminderKind } from '@ultimate/events/staff/reminder.ts'
import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { showAccepted } from '@ultimate/kit/request/live.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { remindersKey } from './reminders-query.ts'

/** Sends a change and shows it; returns its key. */
export async function changeReminder(
  kind: ReminderKind,
  body: ReminderChange,
  idempotencyKey: string,
): Promise<string> {
  const { reminder } = await call('PUT /api/reminders/{kind}', { params: { kind }, body }, { idempotencyKey })
  await showReminder(reminder)
  return idempotencyKey
}

export const showReminder = (reminder: Reminder): Promise<void> =>
  showAccepted<readonly Reminder[]>(remindersKey, (all) =>
    all.map((one) => (one.kind === reminder.kind ? reminder : one)),
  )

export const announceChange = (text: string, key: string): void => toast.success(text, offerUndo([key]))
