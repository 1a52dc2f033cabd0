import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import type { Release } from '@ultimate/kit/state/release.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { countWaiting, useWaitingStore } from '@ultimate/kit/state/waiting.ts'
import { mayPrefetch, whenPageRests } from '../frame/at-rest.ts'
import { workerAddress } from '../remotes/trusted-scripts.ts'

interface Site {
  readonly remotes: readonly AnnouncedPart[]
  /** Null where the server does not know: then nothing is stored. */
  readonly release: Release | null
  /** Files of the shell that the first page does without. */
  readonly later: readonly string[]
}

/**
 * Has the service worker (`shell/worker/sw.ts`) cache what this page's release is made of, so that the site opens
 * offline: once the page rests, and again when a user signs in, who gets the parts of staff as well.
 */
export function storeOfflineCopy(site: Site): void {
  if (!('serviceWorker' in navigator)) return
  // A site in development must not come from a copy, even if a build was served from this address before.
  if (process.env.NODE_ENV !== 'production') return void unregisterAll().catch(() => undefined)
  // A browser that refuses storage or workers has the site as long as it has a connection.
  const keep = () => void handOver(site).catch(() => undefined)
  whenPageRests(keep)
  useSessionStore.subscribe((now, before) => {
    if (now.isAuthenticated && !before.isAuthenticated && !before.isLoading) whenPageRests(keep)
  })
}

async function handOver({ remotes, release, later }: Site): Promise<void> {
  const { isAuthenticated } = useSessionStore.getState()
  if (!release || !(isAuthenticated || mayPrefetch())) return
  await navigator.serviceWorker.register(workerAddress)
  const { active } = await navigator.serviceWorker.ready
  const wanted = remotes.filter(({ paths }) => isAuthenticated || isBelow(paths, location.pathname)).filter(isNear)
  const known = remotes.flatMap(({ pages }) => pages.map(({ path }) => path))
  active?.postMessage({
    release: Object.entries(release)
      .map(([name, digest]) => `${name}=${digest}`)
      .join(),
    // Addresses that no part announces may hold a secret, such as a private link.
    pages: ['/', ...known.filter((path) => path === location.pathname)],
    files: [...new Set([...filesOfPage(), ...later])],
    parts: wanted.flatMap(({ manifest, entry }) =>
      entry ? [{ manifest: pathOf(manifest), entry: pathOf(entry) }] : [],
    ),
    mayReplace: countWaiting(useWaitingStore.getState().of) === 0,
  })
}

const isBelow = (paths: readonly string[], path: string): boolean =>
  paths.some((one) => path === one || path.startsWith(`${one}/`))

export const pathOf = (address: string): string => new URL(address, location.href).pathname

/** Parts of other origins are theirs to keep. */
export const isNear = ({ manifest }: AnnouncedPart): boolean =>
  new URL(manifest, location.href).origin === location.origin

/** Scripts, styles and fonts that the page itself names. */
const filesOfPage = (): string[] =>
  [...document.querySelectorAll('script[src], link[rel="preload"][as="font"], link[rel="stylesheet"]')]
    .map((one) => pathOf(one.getAttribute('src') ?? one.getAttribute('href') ?? ''))
    .filter((path) => path.startsWith('/parts/shell/'))

async function unregisterAll(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
