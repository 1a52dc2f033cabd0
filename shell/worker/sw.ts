const worker = globalThis as unknown as ServiceWorkerGlobalScope

/**
 * This worker opens the site without a connection. It stores the pages and files of a release together in one cache,
 * and answers with them if the server does not. It stores nothing of the API, so nothing personal. A page names the
 * files of its release, so this file changes only with its own code. A new worker waits until no page is open.
 */

/** The message of a page: the release to store. */
interface StoreRequest {
  /** The release as the server's header names it. */
  readonly release: string
  readonly pages: readonly string[]
  readonly files: readonly string[]
  readonly parts: readonly { readonly manifest: string; readonly entry: string }[]
  /** True if no command waits to be sent, so that earlier releases may be deleted. */
  readonly mayReplace: boolean
}

/** Named in every answer of the site, and in none of a captive portal or a proxy. */
const releaseHeader = 'x-release'
const releasePrefix = 'release:'
/** An entry that marks the cache of a release as complete; its text is the time of that. */
const completeMark = '/complete'
/** A connection that takes longer to answer counts as none; in milliseconds. */
const maxAnswerMs = 4_000
/** The addresses of files that never change: names with a digest, and files of a released version. */
const permanent = /\.[0-9a-f]{10}\.\w+$|^\/parts\/[^/]+\/\d/

/**
 * The name of the cache that has the release of each open page, under `/<id of the page>`. It is needed because the
 * browser may stop the worker while pages are open.
 */
const pagesName = 'pages'
/** The release of each page that was opened since the worker started. */
const releaseOfPage = new Map<string, string>()

worker.addEventListener('activate', (event) => {
  // Makes the browser request a page while the worker starts, and not only after.
  event.waitUntil(worker.registration.navigationPreload?.enable())
})

let storing: Promise<unknown> = Promise.resolve()

worker.addEventListener('message', (event) => {
  // What could not be stored is stored when a page is opened next.
  storing = storing.then(() => storeRelease(event.data as StoreRequest)).catch(() => undefined)
  event.waitUntil(storing)
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate' && !pathname.startsWith('/api')) event.respondWith(answerPage(event, pathname))
  else if (pathname.startsWith('/parts/')) event.respondWith(answerFile(event, pathname))
})

const isHtml = (answer: Response): boolean => (answer.headers.get('content-type') ?? '').startsWith('text/html')
const openCache = (release: string): Promise<Cache> => caches.open(`${releasePrefix}${release}`)
const matchOptions: CacheQueryOptions = { ignoreVary: true }

/** Lists the complete caches of releases, the newest first. */
async function storedReleases(): Promise<{ readonly name: string; readonly at: number; readonly cache: Cache }[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(releasePrefix))
  const releases = await Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name)
      const mark = await cache.match(completeMark)
      return mark ? [{ name, cache, at: Number(await mark.text()) }] : []
    }),
  )
  return releases.flat().toSorted((a, b) => b.at - a.at)
}

/** Stores all of the release in its cache; throws if the server has another one by now. */
async function storeRelease({ release, pages, files, parts, mayReplace }: StoreRequest): Promise<void> {
  const cache = await openCache(release)
  // A file is copied from any release that the browser has, because its name identifies its content.
  const cacheFile = async (address: string) => {
    if (await cache.match(address, matchOptions)) return
    const answer = (await caches.match(address, matchOptions)) ?? (await fetch(address))
    if (!answer.ok || isHtml(answer) || !permanent.test(address)) throw new Error(`${address} did not come.`)
    await cache.put(address, answer)
  }
  // Pages are always fetched, because the release does not identify what they show; they are few and small.
  for (const address of pages) {
    const answer = await fetch(address, { cache: 'no-cache' })
    if (!answer.ok || answer.headers.get(releaseHeader) !== release)
      throw new Error(`${address} is of another release.`)
    await cache.put(address, answer)
  }
  for (const { manifest, entry } of parts) {
    const answer = await fetch(manifest, { cache: 'no-cache' })
    const partFiles = filesIn(await answer.clone().json(), manifest)
    if (partFiles[0] !== entry) throw new Error(`${manifest} is of another release.`)
    for (const address of partFiles) await cacheFile(address)
    await cache.put(manifest, answer)
  }
  for (const address of files) await cacheFile(address)
  if (!(await cache.match(completeMark))) await cache.put(completeMark, new Response(String(Date.now())))
  await deleteOtherReleases(release, mayReplace)
}

/** The fields of a part's manifest that this worker reads. */
interface PartManifest {
  readonly metaData: { readonly remoteEntry: { readonly name: string; readonly path: string } }
  readonly exposes: readonly { readonly assets: Record<'js' | 'css', Record<'sync' | 'async', readonly string[]>> }[]
}

/** Lists the files that the part loads, its entry first; what it shares comes from the shell. */
function filesIn({ metaData, exposes }: PartManifest, manifest: string): string[] {
  const { path, name } = metaData.remoteEntry
  const partFiles = exposes.flatMap(({ assets: { js, css } }) => [js.sync, js.async, css.sync, css.async].flat())
  return [`${path}${name}`, ...partFiles].map((file) => new URL(file, new URL(manifest, worker.location.href)).pathname)
}

/** Deletes other releases; one stays if another open page, or a queued command, may need it. */
async function deleteOtherReleases(release: string, mayReplace: boolean): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const sparedCount = mayReplace && pages.length < 2 ? 0 : 1
  const others = (await storedReleases())
    .map(({ name }) => name)
    .filter((name) => name !== `${releasePrefix}${release}`)
  const namesToKeep = new Set([`${releasePrefix}${release}`, ...others.slice(0, sparedCount)])
  for (const name of await caches.keys())
    if (name.startsWith(releasePrefix) && !namesToKeep.has(name)) await caches.delete(name)
  await deleteClosedPages(new Set(pages.map(({ id }) => id)))
}

/** Deletes the notes of closed pages; a page that is just being opened is in no list of clients yet. */
async function deleteClosedPages(open: ReadonlySet<string>): Promise<void> {
  const pages = await caches.open(pagesName)
  for (const request of await pages.keys()) {
    const id = new URL(request.url).pathname.slice(1)
    if (!open.has(id) && !releaseOfPage.has(id)) await pages.delete(request)
  }
}

const afterMaxAnswer = <T>(value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), maxAnswerMs))

/** Returns the server's page; the stored one if no answer of the site comes in time. */
async function answerPage(event: FetchEvent, path: string): Promise<Response> {
  const pendingAnswer = askForPage(event)
  pendingAnswer.catch(() => undefined)
  const [newest] = await storedReleases()
  const storedPage =
    newest && ((await newest.cache.match(path, matchOptions)) ?? (await newest.cache.match('/', matchOptions)))
  const answer = await (storedPage ? answerOrStored(pendingAnswer, storedPage) : pendingAnswer)
  event.waitUntil(rememberRelease(event.resultingClientId, answer.headers.get(releaseHeader)).catch(() => undefined))
  return answer
}

function answerOrStored(pendingAnswer: Promise<Response>, storedPage: Response): Promise<Response> {
  const usable = pendingAnswer.then((answer) => (isForeign(answer) ? storedPage : answer))
  return Promise.race([usable.catch(() => storedPage), afterMaxAnswer(storedPage)])
}

const askForPage = async (event: FetchEvent): Promise<Response> =>
  ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request)

/** Returns whether the answer is the sign-in page of a network, or a proxy's error for a server that is down. */
const isForeign = (answer: Response): boolean =>
  !answer.headers.has(releaseHeader) && ((answer.ok && isHtml(answer)) || answer.status >= 500)

/**
 * Answers files that never change from the device, and a manifest from the release of the page that asks. If that
 * release is not stored, the network answers, because the manifest of another release would mix the files of two.
 */
async function answerFile(event: FetchEvent, path: string): Promise<Response> {
  if (permanent.test(path)) return (await caches.match(event.request, matchOptions)) ?? fetch(event.request)
  const release = await findRelease(event.clientId)
  const isStored = release && (await caches.has(`${releasePrefix}${release}`))
  return (isStored && (await (await openCache(release)).match(path, matchOptions))) || fetch(event.request)
}

async function rememberRelease(id: string, release: string | null): Promise<void> {
  if (!id || !release) return
  releaseOfPage.set(id, release)
  const pages = await caches.open(pagesName)
  await pages.put(`/${id}`, new Response(release))
}

const findRelease = async (id: string): Promise<string | undefined> =>
  releaseOfPage.get(id) ?? (await (await caches.open(pagesName)).match(`/${id}`))?.text()
