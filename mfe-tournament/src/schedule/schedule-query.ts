import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'

export const scheduleKey: LiveKey = ['schedule', 'public']

/** The published schedule, as it is now. */
export const useSchedule = () =>
  useLiveQuery({ key: scheduleKey, read: (signal) => call('GET /api/schedule', {}, { signal }) })
