import type { Announcement } from '@ultimate/events/staff/announcement-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import type { LiveKey } from '@ultimate/kit/request/live.ts'
import { LiveFeed } from '../frame/live-feed.tsx'
import { showAnnouncements } from './announcements-store.ts'

const announcementsKey: LiveKey = ['announcements', 'all']
/** A timer of the browser takes no more than 24 days. */
const longestWaitMs = 24 * 60 * 60_000

const read = async (signal: AbortSignal): Promise<readonly Announcement[]> =>
  (await call('GET /api/announcements', {}, { signal })).announcements

/** Follows the announcements that are in force. */
export function AnnouncementsFeed() {
  return (
    <LiveFeed
      queryKey={announcementsKey}
      read={read}
      show={showAnnouncements}
      // That one has ended is no event.
      readAgainIn={(announcements) => nextEndIn(announcements ?? [], Date.now())}
    />
  )
}

/** Milliseconds until the next one ends, by this device's clock; a moment where that has passed. False without any. */
function nextEndIn(announcements: readonly Pick<Announcement, 'until'>[], now: number): number | false {
  const ends = announcements.flatMap(({ until }) => (until === null ? [] : [Date.parse(until)]))
  if (ends.length === 0) return false
  return Math.min(longestWaitMs, Math.max(1_000, Math.min(...ends) - now + 500))
}
