export interface Throttled {
  (): void
  /** Forgets what was asked for, and what of it is not done yet. */
  stop(): void
}

/**
 * A burst: this many requests within a second, such as many teams that are removed together. It is answered when it
 * pauses, and every few seconds while it goes on. Anything slower is one person's doing and is answered one by one.
 */
const burst = { requests: 3, withinMs: 1_000, pauseMs: 400, maxMs: 4_000 } as const

/**
 * Runs `work` at once, and then at most once in this many milliseconds: requests meanwhile lead to one more run, at
 * their end. Requests in a burst are gathered for longer.
 */
export function throttled(work: () => void, milliseconds: number): Throttled {
  let lastRun = Number.NEGATIVE_INFINITY
  let wantedSince: number | null = null
  let latest: readonly number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = () => {
    wantedSince = null
    lastRun = performance.now()
    work()
  }
  const ask = () => {
    const now = performance.now()
    wantedSince ??= now
    latest = [...latest.slice(1 - burst.requests), now]
    const isBurst = latest.length === burst.requests && now - (latest[0] ?? now) < burst.withinMs
    const gathered = isBurst ? Math.min(now + burst.pauseMs, wantedSince + burst.maxMs) : now
    const due = Math.max(gathered, lastRun + milliseconds)
    clearTimeout(timer)
    if (due <= now) run()
    else timer = setTimeout(run, due - now)
  }
  const stop = () => {
    clearTimeout(timer)
    lastRun = Number.NEGATIVE_INFINITY
    wantedSince = null
    latest = []
  }
  return Object.assign(ask, { stop })
}

/** A page that never rests gets its work done all the same. */
const maxWaitMs = 1_000
/** Safari has no idle callbacks: there, a moment later has to do. */
const momentMs = 200

/** Calls `then` when the page rests: after what the user did is drawn. Returns what takes the call back. */
export function whenIdle(then: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(then, momentMs)
    return () => clearTimeout(timer)
  }
  const turn = requestIdleCallback(then, { timeout: maxWaitMs })
  return () => cancelIdleCallback(turn)
}
