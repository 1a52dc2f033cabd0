import type { Topic } from '@ultimate/events/platform/api.ts'
import { call } from '@ultimate/kit/api.ts'
import { useLive } from '@ultimate/kit/live.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Conditions } from './audit-filter.ts'
import { type AuditPages, countNewer, pagesOf, withNewer, withOlder } from './audit-pages.ts'

/** Whatever happens is told under one of these. */
const everything: readonly Topic[] = ['teams', 'pools', 'slots', 'signups', 'board', 'photos', 'users']
const pageSize = 100
/** Several facts of one deed are read at once. */
const gatherMs = 200
/** Whoever is further down than this reads, and is not to be disturbed. */
const topPx = 240

/** What becomes of the question for what lies further back. Once failed, it is asked again by somebody, not by itself. */
type Older = 'resting' | 'asked' | 'failed'

type Reading =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'read'; readonly pages: AuditPages; readonly older: Older }

/** The audit under these conditions: read page by page, and growing at its beginning as things happen. */
export function useAudit(conditions: Conditions) {
  const key = JSON.stringify(conditions)
  const [reading, setReading] = useState<Reading>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const ask = useMemo(() => questions(key, attempt), [key, attempt])
  const current = useRef(ask)

  useEffect(() => {
    current.current = ask
    setReading({ state: 'loading' })
    ask({}).then(
      (page) => current.current === ask && setReading({ state: 'read', pages: pagesOf(page), older: 'resting' }),
      (error: unknown) => current.current === ask && setReading({ state: 'failed', error }),
    )
  }, [ask])

  const update = useCallback((change: (pages: AuditPages) => AuditPages) => {
    setReading((before) => (before.state === 'read' ? { ...before, pages: change(before.pages) } : before))
  }, [])

  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hear = useCallback(() => {
    // Not put off by what comes next: in the middle of a dinner something comes all the time.
    gathering.current ??= setTimeout(async () => {
      gathering.current = undefined
      const asked = current.current
      const page = await asked({}).catch(() => null)
      if (!page || asked !== current.current) return
      update((pages) => (scrollY < topPx ? withNewer(pages, page) : { ...pages, waiting: page }))
      // The server is there again.
      setReading((before) => withOlderState(before, 'failed', 'resting'))
    }, gatherMs)
  }, [update])
  useEffect(
    () => () => {
      clearTimeout(gathering.current)
      gathering.current = undefined
    },
    [],
  )
  useLive(everything, hear)

  const loadMore = useCallback(async () => {
    if (reading.state !== 'read' || reading.older !== 'resting' || reading.pages.next === null) return
    setReading({ ...reading, older: 'asked' })
    const page = await ask({ before: reading.pages.next }).catch(() => null)
    if (current.current !== ask) return
    if (page) update((pages) => withOlder(pages, page))
    setReading((before) => withOlderState(before, 'asked', page ? 'resting' : 'failed'))
  }, [reading, ask, update])

  return {
    reading,
    newer: reading.state === 'read' ? countNewer(reading.pages) : 0,
    showNewer: () => update((pages) => (pages.waiting ? withNewer(pages, pages.waiting) : pages)),
    loadMore,
    /** The list asks by itself, once it may. */
    retryMore: () => setReading((before) => withOlderState(before, 'failed', 'resting')),
    retry: () => setAttempt(attempt + 1),
  }
}

const withOlderState = (reading: Reading, from: Older, to: Older): Reading =>
  reading.state === 'read' && reading.older === from ? { ...reading, older: to } : reading

/** A question of its own for every attempt: what comes of an earlier one is not listened to any more. */
function questions(key: string, _attempt: number) {
  const conditions: Conditions = JSON.parse(key)
  return (more: { before?: number }) => call('GET /api/audit', { query: { ...conditions, ...more, limit: pageSize } })
}
