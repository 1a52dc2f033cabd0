import { useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { ownReads } from '@ultimate/kit/live/own-reads.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'

const key: LiveKey = ['signups', 'kitchen']

const reads = ownReads()

/** What the kitchen can expect, as it is now. New slots and teams change what is missing. */
export function useKitchen() {
  useLiveReads({ topics: ['slots', 'teams'], reads, readAgain: () => void refresh(key) })
  return useLiveQuery({
    key,
    read: (signal) => reads.read(() => call('GET /api/dinner/kitchen', {}, { signal }), undefined, signal),
  })
}
