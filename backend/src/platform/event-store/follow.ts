import type { Notifier } from './notifier.ts'

/** `more`: look again at once; `pending`: something is there that may not be read yet; `idle`: wait for news. */
export type Looked = 'more' | 'pending' | 'idle'

export interface Follower {
  /** Waits for the look in progress. */
  stop(): Promise<void>
}

export interface Following {
  readonly look: (signal: AbortSignal) => Promise<Looked>
  /** Called when a look threw and the one before had not; the next one follows after a growing pause. */
  readonly failed: (error: unknown) => void
  /** Looks this often even without news: the net under lost notifications. */
  readonly slowNetMs: number
}

const firstPauseMs = 4
const longestPauseMs = 250
const longestRestMs = 5_000

/** Looks again and again, whenever there is news, until it is stopped. Never gives up. */
export function follow(notifier: Notifier, { look, failed, slowNetMs }: Following): Follower {
  const stopping = new AbortController()
  const { signal } = stopping
  let failing = false
  const lookSafely = async (): Promise<Looked | 'failed'> => {
    try {
      const looked = await look(signal)
      failing = false
      return looked
    } catch (error) {
      if (!failing && !signal.aborted) failed(error)
      failing = true
      return 'failed'
    }
  }
  const run = async () => {
    let inVain = 0
    while (!signal.aborted) {
      const seen = notifier.news()
      const looked = await lookSafely()
      inVain = looked === 'pending' || looked === 'failed' ? inVain + 1 : 0
      if (looked === 'idle') await notifier.next(seen, slowNetMs, signal)
      else if (inVain > 0) await notifier.next(notifier.news(), pauseMs(looked, inVain), signal)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const pauseMs = (looked: Looked | 'failed', inVain: number): number =>
  Math.min(firstPauseMs * 2 ** inVain, looked === 'failed' ? longestRestMs : longestPauseMs)
