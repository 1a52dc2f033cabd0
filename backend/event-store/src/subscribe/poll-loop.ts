import { setTimeout as delay } from 'node:timers/promises'
import type { Notifier } from './notifier.ts'

/**
 * `more`: poll again at once; `pending`: something may not be read yet; `idle`: wait for a notification, or as many
 * milliseconds as until something is due.
 */
export type PollResult = 'more' | 'pending' | 'idle' | { readonly dueInMs: number }

export interface Poller {
  /** Waits for the poll in progress. */
  stop(): Promise<void>
}

export interface PollOptions {
  readonly poll: (signal: AbortSignal) => Promise<PollResult>
  /** Called when a poll fails and the one before did not; the next one follows after a growing pause. */
  readonly failed: (error: unknown) => void
  /** Polls this often without a notification, because one may be lost. */
  readonly fallbackPollMs: number
  /** After a notification, a poll begins this long after the poll before at the earliest. */
  readonly restMs?: number
}

const firstPauseMs = 4
const maxPauseMs = 250
const maxFailurePauseMs = 5_000

/** Polls after every notification until it is stopped. Never gives up. */
export function startPolling(
  notifier: Pick<Notifier, 'count' | 'next'>,
  { poll, failed, fallbackPollMs, restMs = 0 }: PollOptions,
): Poller {
  const stopping = new AbortController()
  const { signal } = stopping
  let failing = false
  const pollSafely = async (): Promise<PollResult | 'failed'> => {
    try {
      const result = await poll(signal)
      failing = false
      return result
    } catch (error) {
      if (!failing && !signal.aborted) failed(error)
      failing = true
      return 'failed'
    }
  }
  const run = async () => {
    let retries = 0
    while (!signal.aborted) {
      const seen = notifier.count()
      const rested = restMs > 0 && delay(restMs, undefined, { signal }).catch(() => {})
      const result = await pollSafely()
      retries = result === 'pending' || result === 'failed' ? retries + 1 : 0
      const waitMs = waitMsAfter(result, fallbackPollMs)
      if (waitMs !== null) await Promise.all([rested, notifier.next(seen, waitMs, signal)])
      else if (retries > 0) await notifier.next(notifier.count(), pauseMs(result, retries), signal)
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

/** Milliseconds to wait for a notification where nothing is left to do; null where something is. */
function waitMsAfter(result: PollResult | 'failed', fallbackPollMs: number): number | null {
  if (typeof result === 'object') return Math.min(result.dueInMs, fallbackPollMs)
  return result === 'idle' ? fallbackPollMs : null
}

const pauseMs = (result: PollResult | 'failed', retries: number): number =>
  Math.min(firstPauseMs * 2 ** retries, result === 'failed' ? maxFailurePauseMs : maxPauseMs)
