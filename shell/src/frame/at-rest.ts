interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/**
 * Fetches files into the browser's cache once the page has loaded and rests, so that what is opened for the first time
 * after the connection is lost comes all the same. They are not run: that would cost a small phone more than the download.
 */
export function prefetchAtRest(files: readonly string[]): void {
  whenPageRests(() => void fetchAll(files))
}

const loaded = new Promise<void>((resolve) => {
  if (document.readyState === 'complete') resolve()
  else addEventListener('load', () => resolve(), { once: true })
})
const firstPage = Promise.withResolvers<void>()

/** Calls `then` once the first page has come with all that it is made of, and rests. */
export function whenPageRests(then: () => void): void {
  void Promise.all([loaded, firstPage.promise]).then(() => whenIdle(then))
}

interface Watched {
  readonly state: { readonly initialized: boolean }
  subscribe(listener: (state: { readonly initialized: boolean }) => void): () => void
}

/** Learns from the router when the first page is there, or what stands in the place of one that did not come. */
export function watchFirstPage({ state, subscribe }: Watched): void {
  if (state.initialized) firstPage.resolve()
  const stop = subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    firstPage.resolve()
  })
}

/** Nothing is prefetched for visitors who save data or have a slow connection: they fetch only what they open. */
export function mayPrefetch(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return navigator.onLine && !connection?.saveData && !connection?.effectiveType?.endsWith('2g')
}

/** One after the other, so that anything else comes first; what did not come, once more when the connection is back. */
async function fetchAll(files: readonly string[]): Promise<void> {
  const left: string[] = []
  for (const file of files) if (!(mayPrefetch() && (await hasCome(file)))) left.push(file)
  if (left.length > 0) addEventListener('online', () => whenIdle(() => void fetchAll(left)), { once: true })
}

const hasCome = (file: string): Promise<boolean> =>
  fetch(file, { priority: 'low' })
    .then((answer) => answer.arrayBuffer())
    .then(
      () => true,
      () => false,
    )

/** Safari has no idle callbacks; there it runs shortly after loading. */
function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then)
  else setTimeout(then, 1_000)
}
