import { ownReads, useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { readAndStore, type StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'

const key: LiveKey = ['signups', 'kitchen']

/** The answer for the kitchen, as it stays on the device. */
export const storedKitchen: StoredAnswer = { key, form: 1 }

const reads = ownReads()

/** Reads what the kitchen can expect, as it is now. New slots and teams change what is missing. */
export function useKitchen() {
  useLiveReads({ topics: ['slots', 'teams'], reads, readAgain: () => void refresh(key) })
  return useLiveQuery({
    key,
    read: (signal) =>
      readAndStore(storedKitchen, () =>
        reads.read(() => call('GET /api/dinner/kitchen', {}, { signal }), undefined, signal),
      ),
  })
}
