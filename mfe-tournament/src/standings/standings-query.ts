import type { Division } from '@ultimate/events/tournament/team.ts'
import { call } from '@ultimate/kit/request/api.ts'
import type { StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { weekendQuery } from '../scores/weekend-query.ts'

/** The answers as they are stored on the device. */
export const storedStandings: Readonly<Record<Division, StoredAnswer>> = {
  comp: { key: ['scores', 'standings', 'comp'], form: 1, isPublic: true },
  rec: { key: ['scores', 'standings', 'rec'], form: 1, isPublic: true },
}

const buildStandingsQuery = (division: Division) =>
  weekendQuery({
    stored: storedStandings[division],
    topics: ['schedule', 'pools'],
    read: (signal) => call('GET /api/standings/{division}', { params: { division } }, { signal }),
  })

const queries = { comp: buildStandingsQuery('comp'), rec: buildStandingsQuery('rec') }

/** The standings of a division, as they are now. A component asks for the same one as long as it is there. */
export const useStandings = (division: Division) => queries[division]()
