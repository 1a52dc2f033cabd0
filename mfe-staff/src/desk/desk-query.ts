import type { Topic } from '@ultimate/events/platform/api.ts'
import type { Desk, Since } from '@ultimate/events/staff/desk-api.ts'
import { type OwnReads, ownReads, useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { call, type Operations } from '@ultimate/kit/request/api.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { useCallback } from 'react'

const deskKey = ['desk']
const sinceKey = ['audit since']

/** Lists all topics. Importing the list of the interface would load all its schemas. A missing topic does not compile. */
const isFollowed: Readonly<Record<Topic, true>> = {
  teams: true,
  pools: true,
  schedule: true,
  scores: true,
  slots: true,
  signups: true,
  board: true,
  photos: true,
  announcements: true,
  edition: true,
  messages: true,
  users: true,
  parts: true,
}
/** Every event belongs to at least one of these topics. */
export const allTopics = Object.keys(isFollowed) as readonly Topic[]
/** Both answers sum up many events, so they need not follow each event. */
const atMostEveryMs = 2000

const deskReads = ownReads()
const sinceReads = ownReads()

/** Reads all that waits and what changed, again after each change. */
export function useDesk() {
  useReadingAgain(deskKey, deskReads)
  return useQuery<Desk>({
    queryKey: deskKey,
    queryFn: (context) => deskReads.read((signal) => call('GET /api/desk', {}, { signal }), undefined, context.signal),
  })
}

/** Reads what others changed since the user marked the audit as seen, again after each change. */
export function useSince() {
  useReadingAgain(sinceKey, sinceReads)
  return useQuery<Since>({
    queryKey: sinceKey,
    queryFn: (context) =>
      sinceReads.read((signal) => call('GET /api/audit/since', {}, { signal }), undefined, context.signal),
  })
}

function useReadingAgain(key: readonly string[], reads: OwnReads): void {
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: key })
  useLiveReads({ topics: allTopics, reads, readAgain, atMostEveryMs })
}

/** Marks everything that the lines report as seen. */
export const markSeen = (position: number, key: string): Promise<unknown> =>
  call('POST /api/audit/seen', { body: { position } }, { idempotencyKey: key })

/** Sends the request of an entry. The server names the request, so the desk need not know those of other modules. */
export const sendAction = (request: `POST /api/${string}`, idempotencyKey: string): Promise<unknown> =>
  call(request as keyof Operations, {} as never, { idempotencyKey })

/** Returns how to read both answers again: the Desk and the audit each show what was marked as seen on the other. */
export function useReadDeskAgain(): () => void {
  return useCallback(() => {
    for (const queryKey of [deskKey, sinceKey]) void queryClient.invalidateQueries({ queryKey })
  }, [])
}
