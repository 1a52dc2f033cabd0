import type { LiveChange, Topic } from '@ultimate/events/platform/api.ts'
import { useLive } from '@ultimate/kit/request/live.ts'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { throttled } from '../request/throttled.ts'
import type { IsKnownTo, OwnReads } from './own-reads.ts'

interface LiveReads {
  readonly topics: readonly Topic[]
  /** The screen's own reads, so that nothing is read again for a change that the last answer knows. */
  readonly reads?: OwnReads
  /** Returns whether to read again for this change; for every change by default. Should be stable. */
  readonly isNews?: (change: LiveChange) => boolean
  readonly readAgain: () => void
  /** Live changes may come by the hundred, and each causes a read. */
  readonly atMostEveryMs?: number
}

const always = () => true

/**
 * Reads again what no query of `useLiveQuery` keeps current: at once after a change, then at most once in so many
 * milliseconds. The shell does not lend this file, so that a part has it on older shells too.
 */
export function useLiveReads({ topics, reads, isNews = always, readAgain, atMostEveryMs = 250 }: LiveReads): void {
  const latest = useRef(readAgain)
  latest.current = readAgain
  const ask = useMemo(() => throttled(() => latest.current(), atMostEveryMs), [atMostEveryMs])
  useEffect(() => ask.stop, [ask])
  const onChange = useCallback(
    (change: LiveChange, isKnownTo?: IsKnownTo) => {
      if (!isNews(change)) return
      // A change that may have been missed, or is the user's own, comes seldom and alone.
      const readNow = change.type === '*' ? () => latest.current() : ask
      if (reads) reads.unlessKnown(isKnownTo, readNow)
      else readNow()
    },
    [isNews, reads, ask],
  )
  useLive(topics, onChange)
}
