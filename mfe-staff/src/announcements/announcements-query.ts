import type { MailGroup } from '@ultimate/events/staff/announcement.ts'
import type { Announcement, Audience } from '@ultimate/events/staff/announcement-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'
import { clockOffset } from '@ultimate/kit/state/device-clock.ts'
import { useEffect, useState } from 'react'

/** Returns the seconds until this moment by the server's clock; 0 once it has passed. */
export function useSecondsUntil(moment: string | null): number {
  const secondsLeft = () =>
    moment === null ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - Date.now() - (clockOffset() ?? 0)) / 1000))
  const [seconds, setSeconds] = useState(secondsLeft)
  useEffect(() => {
    if (moment === null || seconds === 0) return
    const timer = setInterval(() => setSeconds(secondsLeft()), 500)
    return () => clearInterval(timer)
  })
  return seconds
}

export const announcementsKey: LiveKey = ['announcements', 'all']

/** Reads the announcements in force, again after each change. */
export const useAnnouncements = () =>
  useLiveQuery({
    key: announcementsKey,
    read: async (signal): Promise<readonly Announcement[]> =>
      (await call('GET /api/announcements', {}, { signal })).announcements,
  })

/** Returns how many people can be mailed, as of when the page was opened; undefined while the numbers load. */
export const useAudience = (): Audience | undefined =>
  useQuery({
    queryKey: ['announcement audience'],
    queryFn: ({ signal }) => call('GET /api/announcements/audience', {}, { signal }),
  }).data

/** Returns the number of addresses of these groups, without counting an address twice; null for no group. */
export function countPeople(audience: Audience, groups: readonly MailGroup[]): number | null {
  const [first, second] = groups
  if (first === undefined) return null
  return second === undefined ? audience[first] : audience.both
}
