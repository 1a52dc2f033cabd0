const worker = globalThis as unknown as ServiceWorkerGlobalScope

/**
 * Opens the site without a connection: stores the pages and files of one release together in one cache, and answers
 * with them what the connection does not. Stores nothing of the API, so nothing personal. It has no list of files of
 * its own: a page names what its release is made of, so this file changes with its own code alone, and a new one waits
 * until no page is open.
 */
interface Keep {
  /** The release as the server's header names it. */
  readonly release: string
  readonly pages: readonly string[]
  readonly files: readonly string[]
  readonly parts: readonly { readonly manifest: string; readonly entry: string }[]
  /** True where nothing waits to be sent, so that stored earlier releases may go. */
  readonly mayReplace: boolean
}

/** Named in every answer of the site, and in none of a captive portal or a proxy. */
const releaseHeader = 'x-release'
const prefix = 'release:'
/** Stands in a cache once all of the release is there; its text is when. */
const completeMark = '/complete'
/** A connection that takes longer to answer counts as none; in milliseconds. */
const patienceMs = 4_000
/** Names with a digest, and files of a released version, never mean anything else. */
const lasting = /\.[0-9a-f]{10}\.\w+$|^\/parts\/[^/]+\/\d/

/**
 * The cache with the release of each open page, by its id as a path: the browser stops the worker while pages are open.
 */
const pagesName = 'pages'
/** The same of the pages that were opened since the worker started. */
const releaseOfPage = new Map<string, string>()

worker.addEventListener('activate', (event) => {
  // Pages are asked for while the worker starts, not after.
  event.waitUntil(worker.registration.navigationPreload?.enable())
})

let keeping: Promise<unknown> = Promise.resolve()

worker.addEventListener('message', (event) => {
  // Files that could not be stored are stored when a page is opened next.
  keeping = keeping.then(() => keep(event.data as Keep)).catch(() => undefined)
  event.waitUntil(keeping)
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate' && !pathname.startsWith('/api')) event.respondWith(page(event, pathname))
  else if (pathname.startsWith('/parts/')) event.respondWith(file(event, pathname))
})

const isHtml = (answer: Response): boolean => (answer.headers.get('content-type') ?? '').startsWith('text/html')
const openCache = (release: string): Promise<Cache> => caches.open(`${prefix}${release}`)
const matching: CacheQueryOptions = { ignoreVary: true }

/** Complete caches of releases, the newest first. */
async function storedReleases(): Promise<{ readonly name: string; readonly at: number; readonly cache: Cache }[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
  const found = await Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name)
      const mark = await cache.match(completeMark)
      return mark ? [{ name, cache, at: Number(await mark.text()) }] : []
    }),
  )
  return found.flat().toSorted((a, b) => b.at - a.at)
}

/** Puts all that the release is made of into its cache; throws where the server has another one by now. */
async function keep({ release, pages, files, parts, mayReplace }: Keep): Promise<void> {
  const cache = await openCache(release)
  // The name of a file identifies it, from any release that the browser has.
  const cacheFile = async (address: string) => {
    if (await cache.match(address, matching)) return
    const answer = (await caches.match(address, matching)) ?? (await fetch(address))
    if (!answer.ok || isHtml(answer) || !lasting.test(address)) throw new Error(`${address} did not come.`)
    await cache.put(address, answer)
  }
  // These are a few small answers, looked at anew: the release does not identify what a page shows.
  for (const address of pages) {
    const answer = await fetch(address, { cache: 'no-cache' })
    if (!answer.ok || answer.headers.get(releaseHeader) !== release)
      throw new Error(`${address} is of another release.`)
    await cache.put(address, answer)
  }
  for (const { manifest, entry } of parts) {
    const answer = await fetch(manifest, { cache: 'no-cache' })
    const listed = filesIn(await answer.clone().json(), manifest)
    if (listed[0] !== entry) throw new Error(`${manifest} is of another release.`)
    for (const one of listed) await cacheFile(one)
    await cache.put(manifest, answer)
  }
  for (const address of files) await cacheFile(address)
  if (!(await cache.match(completeMark))) await cache.put(completeMark, new Response(String(Date.now())))
  await forgetOthers(release, mayReplace)
}

/** The fields of a part's manifest that are read. */
interface PartManifest {
  readonly metaData: { readonly remoteEntry: { readonly name: string; readonly path: string } }
  readonly exposes: readonly { readonly assets: Record<'js' | 'css', Record<'sync' | 'async', readonly string[]>> }[]
}

/** Lists the files that the part loads, its entry first; what it shares comes from the shell. */
function filesIn({ metaData, exposes }: PartManifest, manifest: string): string[] {
  const { path, name } = metaData.remoteEntry
  const listed = exposes.flatMap(({ assets: { js, css } }) => [js.sync, js.async, css.sync, css.async].flat())
  return [`${path}${name}`, ...listed].map((one) => new URL(one, new URL(manifest, worker.location.href)).pathname)
}

/** Other open pages may be of the release before, and queued commands may need it: then one more stays. */
async function forgetOthers(release: string, mayReplace: boolean): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const spared = mayReplace && pages.length < 2 ? 0 : 1
  const others = (await storedReleases()).map(({ name }) => name).filter((name) => name !== `${prefix}${release}`)
  const stay = new Set([`${prefix}${release}`, ...others.slice(0, spared)])
  for (const name of await caches.keys()) if (name.startsWith(prefix) && !stay.has(name)) await caches.delete(name)
  await forgetClosed(new Set(pages.map(({ id }) => id)))
}

/** A page that is just being opened is in no list of clients yet. */
async function forgetClosed(open: ReadonlySet<string>): Promise<void> {
  const pages = await caches.open(pagesName)
  for (const asked of await pages.keys()) {
    const id = new URL(asked.url).pathname.slice(1)
    if (!open.has(id) && !releaseOfPage.has(id)) await pages.delete(asked)
  }
}

const afterPatience = <T>(value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), patienceMs))

/** Returns the server's page; the stored one where no answer of ours comes in time. */
async function page(event: FetchEvent, path: string): Promise<Response> {
  const asked = askForPage(event)
  asked.catch(() => undefined)
  const [newest] = await storedReleases()
  const frame = newest && ((await newest.cache.match(path, matching)) ?? (await newest.cache.match('/', matching)))
  const answer = await (frame ? orCached(asked, frame) : asked)
  event.waitUntil(remember(event.resultingClientId, answer.headers.get(releaseHeader)).catch(() => undefined))
  return answer
}

function orCached(asked: Promise<Response>, frame: Response): Promise<Response> {
  const usable = asked.then((answer) => (isForeign(answer) ? frame : answer))
  return Promise.race([usable.catch(() => frame), afterPatience(frame)])
}

const askForPage = async (event: FetchEvent): Promise<Response> =>
  ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request)

/** True for a portal's page, or the answer of a proxy for a server that is down. */
const isForeign = (answer: Response): boolean =>
  !answer.headers.has(releaseHeader) && ((answer.ok && isHtml(answer)) || answer.status >= 500)

/**
 * Files that never change come from the device; a manifest, from the release of the page that asks. If that release is
 * not stored, only the network answers: the manifest of another release would mix the files of two.
 */
async function file(event: FetchEvent, path: string): Promise<Response> {
  if (lasting.test(path)) return (await caches.match(event.request, matching)) ?? fetch(event.request)
  const release = await findRelease(event.clientId)
  const isStored = release && (await caches.has(`${prefix}${release}`))
  return (isStored && (await (await openCache(release)).match(path, matching))) || fetch(event.request)
}

async function remember(id: string, release: string | null): Promise<void> {
  if (!id || !release) return
  releaseOfPage.set(id, release)
  const pages = await caches.open(pagesName)
  await pages.put(`/${id}`, new Response(release))
}

const findRelease = async (id: string): Promise<string | undefined> =>
  releaseOfPage.get(id) ?? (await (await caches.open(pagesName)).match(`/${id}`))?.text()
