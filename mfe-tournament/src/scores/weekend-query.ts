import type { Topic } from '@ultimate/events/platform/api.ts'
import { ownReads, useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { readAndStore, type StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'

interface WeekendQuery<Data> {
  /** The answer as it is stored on the device, with the key of the query. */
  readonly stored: StoredAnswer
  /** The topics that also change the answer, besides the one with which the key begins. */
  readonly topics: readonly Topic[]
  readonly read: (signal: AbortSignal) => Promise<Data>
}

/** A hook that reads what follows from several topics: a score changes the schedule, and a new schedule the standings. */
export function weekendQuery<Data>({ stored, topics, read }: WeekendQuery<Data>) {
  const { key } = stored
  const reads = ownReads()
  const readNoting = (signal: AbortSignal) => readAndStore(stored, () => reads.read(read, undefined, signal))
  return function useWeekendQuery() {
    useLiveReads({ topics, reads, readAgain: () => void refresh(key) })
    return useLiveQuery({ key, read: readNoting })
  }
}
