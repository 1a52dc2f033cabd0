import { call } from '@ultimate/kit/request/api.ts'
import type { StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { weekendQuery } from '../scores/weekend-query.ts'

/** The answer as it is stored on the device. */
export const storedSchedule: StoredAnswer = { key: ['schedule', 'public'], form: 1, isPublic: true }

/** The published schedule with its scores, as it is now. */
export const useSchedule = weekendQuery({
  stored: storedSchedule,
  topics: ['scores'],
  read: (signal) => call('GET /api/schedule', {}, { signal }),
})
