import type { Topic } from '@ultimate/events/platform/api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { ownReads, useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { readAndStore, type StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'

interface WeekendQuery<Data> {
  /** The answer as it is stored on the device, with the key of the query. */
  readonly stored: StoredAnswer
  /** The topics that also change the answer, besides the one with which the key begins. */
  readonly topics: readonly Topic[]
  readonly read: (signal: AbortSignal) => Promise<Data>
}

/** Builds a hook whose answer depends on several topics: a score changes the schedule, and a new schedule the standings. */
export function createWeekendHook<Data>({ stored, topics, read }: WeekendQuery<Data>) {
  const { key } = stored
  const reads = ownReads()
  const readAndStoreAnswer = (signal: AbortSignal) => readAndStore(stored, () => reads.read(read, undefined, signal))
  return function useWeekendQuery() {
    useLiveReads({ topics, reads, readAgain: () => void refresh(key) })
    return useLiveQuery({ key, read: readAndStoreAnswer })
  }
}

/** The published schedule as it is stored on the device. */
export const storedSchedule: StoredAnswer = { key: ['schedule', 'public'], form: 1, isPublic: true }

/** Reads the published schedule with its scores. */
export const useSchedule = createWeekendHook({
  stored: storedSchedule,
  topics: ['scores'],
  read: (signal) => call('GET /api/schedule', {}, { signal }),
})

/** The standings as they are stored on the device. */
export const storedStandings: Readonly<Record<Division, StoredAnswer>> = {
  comp: { key: ['scores', 'standings', 'comp'], form: 1, isPublic: true },
  rec: { key: ['scores', 'standings', 'rec'], form: 1, isPublic: true },
}

const createStandingsHook = (division: Division) =>
  createWeekendHook({
    stored: storedStandings[division],
    topics: ['schedule', 'pools'],
    read: (signal) => call('GET /api/standings/{division}', { params: { division } }, { signal }),
  })

const standingsHooks = { comp: createStandingsHook('comp'), rec: createStandingsHook('rec') }

/** Reads the standings of a division. A component must always name the same division, because this calls another hook. */
export const useStandings = (division: Division) => standingsHooks[division]()
