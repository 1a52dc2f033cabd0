import { type OwnReads, ownReads, useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { queryClient, useInfiniteQuery } from '@ultimate/kit/request/query.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { everything } from '../desk/desk-query.ts'
import type { Conditions } from './audit-filter.ts'
import { type AuditPage, type AuditPages, countNewer, toPages, withNewer, withOlder } from './audit-pages.ts'

const pageSize = 100
/** Several events of one command, and many commands in a row, are read together. A search looks at many for each it finds. */
const readAtMostEveryMs = { plain: 250, search: 2_000 }
const cachedMs = 30 * 60_000
/** A user who has scrolled further down than this is reading, and the list must not move. */
const topPx = 240

/** State of reading older entries. After a failure or a stop, they are read again by hand, not by scrolling. */
export type Older = 'resting' | 'asked' | 'failed' | 'stopped'

type Reading =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'read'; readonly pages: AuditPages; readonly older: Older }

type Newest = { readonly of: Conditions; readonly page: AuditPage } | null

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

const flat = ([first, ...others]: readonly AuditPage[], waiting: AuditPage | null): AuditPages | null =>
  first ? { ...others.reduce(withOlder, toPages(first)), waiting } : null

const buildKey = (conditions: Conditions) => ['audit', conditions]

/** Shows newer entries at the beginning of the page, and also that the server answers again. */
function showNewest(conditions: Conditions, page: AuditPage | null): void {
  queryClient.setQueryData<Cached>(buildKey(conditions), (cached) => {
    const known = cached && flat(cached.pages, null)
    if (!known) return cached
    const { entries, next, reached } = page ? withNewer(known, page) : known
    return { pages: [{ events: entries, next, reached }], pageParams: [undefined] }
  })
}

/** The audit under these conditions: read page by page, and growing at its beginning as things happen. */
export function useAudit(conditions: Conditions) {
  const text = JSON.stringify(conditions)
  const asked = useMemo<Conditions>(() => JSON.parse(text), [text])
  const [newest, setNewest] = useState<Newest>(null)
  const [stopped, setStopped] = useState<Conditions | null>(null)
  const reads = useNewest(
    asked,
    useCallback((page: AuditPage, of: Conditions) => {
      const isAtTop = scrollY < topPx
      showNewest(of, isAtTop ? page : null)
      setNewest(isAtTop ? null : { of, page })
    }, []),
  )
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(
      {
        queryKey: buildKey(asked),
        queryFn: ({ pageParam }) =>
          pageParam === undefined ? reads.read((signal) => read(asked, signal)) : read(asked, undefined, pageParam),
        initialPageParam: undefined as number | undefined,
        getNextPageParam: ({ next }: AuditPage) => next ?? undefined,
        // It grows by what the live stream reports; reading all its pages again would move what is being read.
        staleTime: Number.POSITIVE_INFINITY,
        // A user who returns within this time finds what they had read, and goes on where they were.
        gcTime: cachedMs,
        retry: false,
        refetchOnWindowFocus: false,
      },
      queryClient,
    )
  const waiting = newest?.of === asked ? newest.page : null
  const pages = useMemo(() => data && flat(data.pages, waiting), [data, waiting])
  const isStopped = stopped === asked && hasNextPage
  const older: Older = isStopped
    ? 'stopped'
    : isFetchingNextPage
      ? 'asked'
      : isFetchNextPageError
        ? 'failed'
        : 'resting'
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
      showNewest(asked, waiting)
      setNewest(null)
    },
    loadMore,
    retryMore: () => {
      setStopped(null)
      void readOlder()
    },
    /** Stops reading further back; the answer under way still arrives. */
    stop: () => setStopped(asked),
    retry: () => void refetch(),
  }
}

/** Reads the first page again after an event that the reads through the returned {@link OwnReads} do not cover yet. */
function useNewest(conditions: Conditions, onRead: (page: AuditPage, of: Conditions) => void): OwnReads {
  const [reads] = useState(ownReads)
  const current = useRef(conditions)
  current.current = conditions
  const readNewest = async () => {
    const of = current.current
    const page = await reads.read((signal) => read(of, signal)).catch(() => null)
    if (page && of === current.current) onRead(page, of)
  }
  // Entries that were read before this page was left miss what has happened since.
  const latest = useRef(readNewest)
  latest.current = readNewest
  useEffect(() => {
    if (queryClient.getQueryData(buildKey(conditions))) void latest.current()
  }, [conditions])
  const isSearch = conditions.search !== undefined
  const atMostEveryMs = isSearch ? readAtMostEveryMs.search : readAtMostEveryMs.plain
  useLiveReads({ topics: everything, reads, readAgain: () => void readNewest(), atMostEveryMs })
  return reads
}
