import { call } from '@ultimate/kit/request/api.ts'
import { useLiveQuery } from '@ultimate/kit/request/live.ts'
import type { StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { weekendQuery } from './weekend-query.ts'

/** All spirit sheets, as they are now. They are not stored on the device: comments are personal data of captains. */
export const useSpiritSheets = () =>
  useLiveQuery({ key: ['scores', 'spirit'], read: (signal) => call('GET /api/spirit', {}, { signal }) })

const storedAverages: StoredAnswer = { key: ['scores', 'spirit-averages'], form: 1, isPublic: true }

/** Reads the average spirit score of each team, once the weekend is over. */
export const useSpiritAverages = weekendQuery({
  stored: storedAverages,
  topics: ['schedule'],
  read: (signal) => call('GET /api/spirit/averages', {}, { signal }),
})
