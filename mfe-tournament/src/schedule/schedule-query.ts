import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { readAndStore, type StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'

export const scheduleKey: LiveKey = ['schedule', 'public']

/** As it stays on the device. */
export const storedSchedule: StoredAnswer = { key: scheduleKey, form: 1, isPublic: true }

/** The published schedule, as it is now. */
export const useSchedule = () =>
  useLiveQuery({
    key: scheduleKey,
    read: (signal) => readAndStore(storedSchedule, () => call('GET /api/schedule', {}, { signal })),
  })
