import type { Announcement } from '@ultimate/events/staff/announcement-api.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { useEffect, useState } from 'react'
import { showAnnouncements } from './announcements-store.ts'

const key: LiveKey = ['announcements', 'all']
/** A timer of the browser takes no more than 24 days. */
const longestWaitMs = 24 * 60 * 60_000

/** What is in force, as it is now. Nothing on a server of an earlier release, which knows neither the call nor the topic. */
export function AnnouncementsFeed() {
  const [isKnown, setKnown] = useState(true)
  if (!isKnown) return null
  return (
    <QueryClientProvider client={queryClient}>
      <LiveAnnouncements onMissing={() => setKnown(false)} />
    </QueryClientProvider>
  )
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

function LiveAnnouncements({ onMissing }: { readonly onMissing: () => void }) {
  const { data, error } = useLiveQuery({
    key,
    read: async (signal): Promise<readonly Announcement[]> =>
      (await call('GET /api/announcements', {}, { signal })).announcements,
    retry: (failures, cause) => failures < 1 && !isMissing(cause),
    // That one has ended is no event.
    readAgainIn: (announcements) => nextEndIn(announcements ?? [], Date.now()),
  })
  useEffect(() => {
    if (data) showAnnouncements(data)
  }, [data])
  useEffect(() => {
    if (isMissing(error)) onMissing()
  }, [error, onMissing])
  return null
}

/** Milliseconds until the next one ends, by this device's clock; a moment where that has passed. False without any. */
function nextEndIn(announcements: readonly Pick<Announcement, 'until'>[], now: number): number | false {
  const ends = announcements.flatMap(({ until }) => (until === null ? [] : [Date.parse(until)]))
  if (ends.length === 0) return false
  return Math.min(longestWaitMs, Math.max(1_000, Math.min(...ends) - now + 500))
}
