export interface Throttled {
  (): void
  /** Cancels a run that is due, and forgets the requests before. */
  stop(): void
}

/**
 * A burst: this many requests within a second, such as many teams that are removed together. It is answered when it
 * pauses, and every few seconds while it goes on. Anything slower is one person's doing and is answered one by one.
 */
const burst = { requests: 3, withinMs: 1_000, pauseMs: 400, maxMs: 4_000 } as const

/**
 * Runs `work` at once, and then at most once in this many milliseconds. Requests meanwhile cause one more run, at the
 * end of that time. Requests of a burst wait for its end.
 */
export function throttled(work: () => void, milliseconds: number): Throttled {
  let lastRun = Number.NEGATIVE_INFINITY
  let wantedSince: number | null = null
  let recentRequests: readonly number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = () => {
    wantedSince = null
    lastRun = performance.now()
    work()
  }
  const request = () => {
    const now = performance.now()
    wantedSince ??= now
    recentRequests = [...recentRequests.slice(1 - burst.requests), now]
    const isBurst = recentRequests.length === burst.requests && now - (recentRequests[0] ?? now) < burst.withinMs
    const earliest = isBurst ? Math.min(now + burst.pauseMs, wantedSince + burst.maxMs) : now
    const due = Math.max(earliest, lastRun + milliseconds)
    clearTimeout(timer)
    if (due <= now) run()
    else timer = setTimeout(run, due - now)
  }
  const stop = () => {
    clearTimeout(timer)
    lastRun = Number.NEGATIVE_INFINITY
    wantedSince = null
    recentRequests = []
  }
  return Object.assign(request, { stop })
}

/** A page that is never idle does the work after this time. */
const maxWaitMs = 1_000
/** The delay in Safari, which has no idle callbacks. */
const momentMs = 200

/** Calls `then` when the page is idle: after what the user did is drawn. Returns how to cancel the call. */
export function whenIdle(then: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(then, momentMs)
    return () => clearTimeout(timer)
  }
  const callback = requestIdleCallback(then, { timeout: maxWaitMs })
  return () => cancelIdleCallback(callback)
}
