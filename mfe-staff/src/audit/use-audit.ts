import { type OwnReads, ownReads, useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { queryClient, useInfiniteQuery } from '@ultimate/kit/request/query.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { allTopics } from '../desk/desk-query.ts'
import type { Conditions } from './audit-filter.ts'
import { type AuditPage, type AuditPages, countNewer, toPages, withNewer, withOlder } from './audit-pages.ts'

const pageSize = 100
/**
 * Events in quick succession are read together. A search waits longer, because it looks at many events for each hit.
 */
const readAtMostEveryMs = { plain: 250, search: 2_000 }
const cachedMs = 30 * 60_000
/** A user who has scrolled further down than this is reading, and the list must not move. */
const topPx = 240

/** The state of reading older entries. After a failure or a stop, only a press reads on, not scrolling. */
export type Older = 'idle' | 'loading' | 'failed' | 'stopped'

type Reading =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'read'; readonly pages: AuditPages; readonly older: Older }

/** The first page, while its new entries wait above the list. */
type WaitingPage = { readonly readFor: Conditions; readonly page: AuditPage } | null

interface Cached {
  readonly pages: AuditPage[]
  readonly pageParams: (number | undefined)[]
}

const read = (conditions: Conditions, signal?: AbortSignal, before?: number): Promise<AuditPage> =>
  call(
    'GET /api/audit',
    { query: { ...conditions, ...(before !== undefined && { before }), limit: pageSize } },
    signal && { signal },
  )

const joinPages = ([first, ...others]: readonly AuditPage[], waiting: AuditPage | null): AuditPages | null =>
  first ? { ...others.reduce(withOlder, toPages(first)), waiting } : null

const buildKey = (conditions: Conditions) => ['audit', conditions]

/**
 * Joins the cached pages and puts the new entries of `page` above them. This also clears the error of the last read.
 * `page` is null while its entries wait until the user asks for them.
 */
function showNewest(conditions: Conditions, page: AuditPage | null): void {
  queryClient.setQueryData<Cached>(buildKey(conditions), (cached) => {
    const pages = cached && joinPages(cached.pages, null)
    if (!pages) return cached
    const { entries, next, reached } = page ? withNewer(pages, page) : pages
    return { pages: [{ events: entries, next, reached }], pageParams: [undefined] }
  })
}

/** The audit under these conditions: read page by page, and growing at its beginning as things happen. */
export function useAudit(conditions: Conditions) {
  const conditionsText = JSON.stringify(conditions)
  const stableConditions = useMemo<Conditions>(() => JSON.parse(conditionsText), [conditionsText])
  const [waitingPage, setWaitingPage] = useState<WaitingPage>(null)
  const [stoppedFor, setStoppedFor] = useState<Conditions | null>(null)
  const reads = useNewest(
    stableConditions,
    useCallback((page: AuditPage, readFor: Conditions) => {
      const isAtTop = scrollY < topPx
      showNewest(readFor, isAtTop ? page : null)
      setWaitingPage(isAtTop ? null : { readFor, page })
    }, []),
  )
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(
      {
        queryKey: buildKey(stableConditions),
        queryFn: ({ pageParam }) =>
          pageParam === undefined
            ? reads.read((signal) => read(stableConditions, signal))
            : read(stableConditions, undefined, pageParam),
        initialPageParam: undefined as number | undefined,
        getNextPageParam: ({ next }: AuditPage) => next ?? undefined,
        // Only `useNewest` adds entries. Reading all pages again would move what the user is reading.
        staleTime: Number.POSITIVE_INFINITY,
        // A user who returns within this time finds what they had read, and goes on where they were.
        gcTime: cachedMs,
        retry: false,
        refetchOnWindowFocus: false,
      },
      queryClient,
    )
  const waiting = waitingPage?.readFor === stableConditions ? waitingPage.page : null
  const pages = useMemo(() => data && joinPages(data.pages, waiting), [data, waiting])
  const isStopped = stoppedFor === stableConditions && hasNextPage
  const older = toOlder({ isStopped, isFetchingNextPage, isFetchNextPageError })
  const readOlder = useCallback(() => fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const loadMore = useCallback(async () => {
    if (hasNextPage && older !== 'failed' && older !== 'stopped') await readOlder()
  }, [hasNextPage, older, readOlder])
  const reading: Reading = pages
    ? { state: 'read', pages, older }
    : error
      ? { state: 'failed', error }
      : { state: 'loading' }

  return {
    reading,
    newer: pages ? countNewer(pages) : 0,
    showNewer: () => {
      showNewest(stableConditions, waiting)
      setWaitingPage(null)
    },
    loadMore,
    retryMore: () => {
      setStoppedFor(null)
      void readOlder()
    },
    /** Stops reading further back; the answer under way still arrives. */
    stop: () => setStoppedFor(stableConditions),
    retry: () => void refetch(),
  }
}

function toOlder({ isStopped, isFetchingNextPage, isFetchNextPageError }: Readonly<Record<string, boolean>>): Older {
  if (isStopped) return 'stopped'
  if (isFetchingNextPage) return 'loading'
  return isFetchNextPageError ? 'failed' : 'idle'
}

/** Reads the first page again after an event that the reads through the returned {@link OwnReads} do not cover yet. */
function useNewest(conditions: Conditions, onRead: (page: AuditPage, readFor: Conditions) => void): OwnReads {
  const [reads] = useState(ownReads)
  const latestConditions = useRef(conditions)
  latestConditions.current = conditions
  const readNewest = async () => {
    const readFor = latestConditions.current
    const page = await reads.read((signal) => read(readFor, signal)).catch(() => null)
    if (page && readFor === latestConditions.current) onRead(page, readFor)
  }
  const latestRead = useRef(readNewest)
  latestRead.current = readNewest
  useEffect(() => {
    // A cached list lacks what has happened since the user left this page.
    if (queryClient.getQueryData(buildKey(conditions))) void latestRead.current()
  }, [conditions])
  const isSearch = conditions.search !== undefined
  const atMostEveryMs = isSearch ? readAtMostEveryMs.search : readAtMostEveryMs.plain
  useLiveReads({ topics: allTopics, reads, readAgain: () => void readNewest(), atMostEveryMs })
  return reads
}
