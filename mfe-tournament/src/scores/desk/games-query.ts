import { call } from '@ultimate/kit/request/api.ts'
import type { LiveKey } from '@ultimate/kit/request/live.ts'
import type { StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { weekendQuery } from '../weekend-query.ts'

export const gamesKey: LiveKey = ['scores', 'games']

/** The answer as it is stored on the device of TD or admin. */
export const storedGames: StoredAnswer = { key: gamesKey, form: 1 }

/** All games with what captains entered for them, as they are now. */
export const useStaffGames = weekendQuery({
  stored: storedGames,
  topics: ['schedule'],
  read: (signal) => call('GET /api/games', {}, { signal }),
})
