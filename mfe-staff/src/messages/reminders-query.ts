import type { ReminderChange, ReminderKind } from '@ultimate/events/staff/reminder.ts'
import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, showAccepted, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'

export const remindersKey: LiveKey = ['messages', 'reminders']

/** Only the last mail that leaves is an event, so until then the count is read again after this time. */
const countAgainMs = 1_000

/** Returns whether some of the reminder's emails are still to leave. */
export const isLeaving = ({ state, recipients, sent, failed }: Reminder): boolean =>
  state === 'sent' && sent + failed < recipients

export const useReminders = () =>
  useLiveQuery({
    key: remindersKey,
    read: async (signal): Promise<readonly Reminder[]> => (await call('GET /api/reminders', {}, { signal })).reminders,
    readAgainIn: (reminders) => reminders?.some(isLeaving) === true && countAgainMs,
  })

/** Reads one email as it would be sent now; null if no one would get it. */
export const useSample = ({ kind, extra, recipients }: Reminder) =>
  useQuery({
    queryKey: ['reminder sample', kind, extra, recipients],
    // The sample is read anew each time it is opened.
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await call('GET /api/reminders/{kind}/sample', { params: { kind } }, { signal })).sample,
  })

/** Sends a change and shows it; resolves to its idempotency key. */
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
    all.map((other) => (other.kind === reminder.kind ? reminder : other)),
  )

export const announceChange = (text: string, key: string): void => toast.success(text, offerUndo([key]))
