interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/**
 * Fetches files into the browser's cache once the page has loaded and is idle. So pages can be opened for the first
 * time without a connection. The files are not run, which would cost a small phone more than the download.
 */
export function prefetchWhenIdle(files: readonly string[]): void {
  whenPageIsIdle(() => void fetchAll(files))
}

const pageLoaded = new Promise<void>((resolve) => {
  if (document.readyState === 'complete') resolve()
  else addEventListener('load', () => resolve(), { once: true })
})
const firstPage = Promise.withResolvers<void>()

/** Calls `then` once the first page is complete and idle. */
export function whenPageIsIdle(then: () => void): void {
  void Promise.all([pageLoaded, firstPage.promise]).then(() => whenIdle(then))
}

interface WatchedRouter {
  readonly state: { readonly initialized: boolean }
  subscribe(listener: (state: { readonly initialized: boolean }) => void): () => void
}

/** Follows the router until the first page is there, or the message that it did not load. */
export function watchFirstPage({ state, subscribe }: WatchedRouter): void {
  if (state.initialized) firstPage.resolve()
  const stop = subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    firstPage.resolve()
  })
}

/** Returns whether to prefetch: not for visitors who save data or have a slow connection. */
export function mayPrefetch(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return navigator.onLine && !connection?.saveData && !connection?.effectiveType?.endsWith('2g')
}

/** Fetches one after the other, so that anything else comes first; what failed, again once the connection is back. */
async function fetchAll(files: readonly string[]): Promise<void> {
  const failed: string[] = []
  for (const file of files) if (!(mayPrefetch() && (await tryFetch(file)))) failed.push(file)
  if (failed.length > 0) addEventListener('online', () => whenIdle(() => void fetchAll(failed)), { once: true })
}

const tryFetch = (file: string): Promise<boolean> =>
  fetch(file, { priority: 'low' })
    .then((answer) => answer.arrayBuffer())
    .then(
      () => true,
      () => false,
    )

/** Calls `then` when the browser is idle; in Safari, which has no idle callbacks, shortly after loading. */
function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then)
  else setTimeout(then, 1_000)
}
