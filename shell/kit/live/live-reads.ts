import type { LiveChange, Topic } from '@ultimate/events/platform/api.ts'
import { useLive } from '@ultimate/kit/request/live.ts'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { throttled } from '../request/throttled.ts'

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
  const readSoon = useMemo(() => throttled(() => latest.current(), atMostEveryMs), [atMostEveryMs])
  useEffect(() => readSoon.stop, [readSoon])
  const onChange = useCallback(
    (change: LiveChange, isKnownTo?: IsKnownTo) => {
      if (!isNews(change)) return
      // `*` comes seldom and alone: for changes that may have been missed, and for the user's own.
      const readNow = change.type === '*' ? () => latest.current() : readSoon
      if (reads) reads.unlessKnown(isKnownTo, readNow)
      else readNow()
    },
    [isNews, reads, readSoon],
  )
  useLive(topics, onChange)
}

/** Returns whether a read with this signal knows a change already. */
export type IsKnownTo = (read: AbortSignal) => boolean

/** The reads of a screen itself, beside the queries that the live stream keeps current. */
export interface OwnReads {
  /**
   * Reads. Every request of the read has to carry the signal. By the signal, the position in the server's log is found
   * up to which the answer knows everything. `isWhole` returns whether the answer holds all that was asked for.
   */
  read<Answer>(
    ask: (signal: AbortSignal) => Promise<Answer>,
    isWhole?: (answer: Answer) => boolean,
    signal?: AbortSignal,
  ): Promise<Answer>
  /**
   * Calls `then` unless the last read knows the change; while that is in flight, once it is here and shown. A listener
   * of `useLive` gets `isKnownTo` as its second argument; an older shell gives none.
   */
  unlessKnown(isKnownTo: IsKnownTo | undefined, then: () => void): void
}

interface Read {
  readonly signal: AbortSignal
  /** Resolves with true if the answer came as a whole. */
  readonly came: Promise<boolean>
}

/**
 * Remembers the last read of a screen, so that the screen does not read twice as it opens. The live stream opens later
 * and reports that changes may have been missed.
 */
export function ownReads(): OwnReads {
  let lastRead: Read | null = null

  async function isKnown(isKnownTo: IsKnownTo): Promise<boolean> {
    // While a read is awaited, a newer one may begin: then that is looked at too.
    for (let read = lastRead, previous: Read | null = null; read && read !== previous; previous = read, read = lastRead)
      if ((await read.came) && isKnownTo(read.signal)) return true
    return false
  }

  return {
    read(ask, isWhole = () => true, signal = new AbortController().signal) {
      const answer = ask(signal)
      lastRead = { signal, came: answer.then(isWhole, () => false) }
      return answer
    },
    unlessKnown(isKnownTo, then) {
      if (!isKnownTo || !lastRead) then()
      // Runs in a later task, so that what was read is shown first.
      else void isKnown(isKnownTo).then((known) => known || setTimeout(then))
    },
  }
}
