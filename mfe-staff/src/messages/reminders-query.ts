import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'

export const remindersKey: LiveKey = ['messages', 'reminders']

/** Each mail that leaves is counted, but only the last one is an event. */
const countAgainMs = 1_000

export const isLeaving = ({ state, recipients, sent, failed }: Reminder): boolean =>
  state === 'sent' && sent + failed < recipients

export const useReminders = () =>
  useLiveQuery({
    key: remindersKey,
    read: async (signal): Promise<readonly Reminder[]> => (await call('GET /api/reminders', {}, { signal })).reminders,
    readAgainIn: (reminders) => reminders?.some(isLeaving) === true && countAgainMs,
  })

/** One email as it would be sent now; null where no one would get it. */
export const useSample = ({ kind, extra, recipients }: Reminder) =>
  useQuery({
    queryKey: ['reminder sample', kind, extra, recipients],
    // The sample is read anew each time it is opened.
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await call('GET /api/reminders/{kind}/sample', { params: { kind } }, { signal })).sample,
  })
