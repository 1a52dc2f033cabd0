import { useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'

const key: LiveKey = ['signups', 'kitchen']

/** What the kitchen can expect, as it is now. New slots and teams change what is missing. */
export function useKitchen() {
  useLiveReads({ topics: ['slots', 'teams'], readAgain: () => void refresh(key) })
  return useLiveQuery({ key, read: (signal) => call('GET /api/dinner/kitchen', {}, { signal }) })
}
