import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import type { Release } from '@ultimate/kit/state/release.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { countWaiting, useWaitingStore } from '@ultimate/kit/state/waiting.ts'
import { mayPrefetch, whenPageIsIdle } from '../frame/when-idle.ts'
import { workerAddress } from '../remotes/trusted-scripts.ts'

interface Site {
  readonly remotes: readonly AnnouncedPart[]
  /** Null where the server does not know: then nothing is stored. */
  readonly release: Release | null
  /** Files of the shell that the first page does without. */
  readonly later: readonly string[]
}

/**
 * Makes the service worker (`shell/worker/sw.ts`) cache the files of this page's release, so that the site opens
 * offline. This happens once the page is idle, and again when a user signs in, with the parts of staff.
 */
export function storeOfflineCopy(site: Site): void {
  if (!('serviceWorker' in navigator)) return
  // A site in development must not come from a copy of a build that was served from this address before.
  if (process.env.NODE_ENV !== 'production') return void unregisterAll().catch(() => undefined)
  // In a browser that refuses storage or workers, the site works only with a connection.
  const store = () => void sendToWorker(site).catch(() => undefined)
  whenPageIsIdle(store)
  useSessionStore.subscribe((now, before) => {
    if (now.isAuthenticated && !before.isAuthenticated && !before.isLoading) whenPageIsIdle(store)
  })
}

async function sendToWorker({ remotes, release, later }: Site): Promise<void> {
  const { isAuthenticated } = useSessionStore.getState()
  if (!release || !(isAuthenticated || mayPrefetch())) return
  await navigator.serviceWorker.register(workerAddress)
  const { active } = await navigator.serviceWorker.ready
  const partsToStore = remotes
    .filter(({ paths }) => isAuthenticated || isBelow(paths, location.pathname))
    .filter(isNear)
  const paths = remotes.flatMap(({ pages }) => pages.map(({ path }) => path))
  active?.postMessage({
    release: Object.entries(release)
      .map(([name, digest]) => `${name}=${digest}`)
      .join(),
    // Other addresses are left out, because they may hold a secret, such as a private link.
    pages: ['/', ...paths.filter((path) => path === location.pathname)],
    files: [...new Set([...filesOfPage(), ...later])],
    parts: partsToStore.flatMap(({ manifest, entry }) =>
      entry ? [{ manifest: pathOf(manifest), entry: pathOf(entry) }] : [],
    ),
    mayReplace: countWaiting(useWaitingStore.getState().of) === 0,
  })
}

const isBelow = (paths: readonly string[], path: string): boolean =>
  paths.some((owned) => path === owned || path.startsWith(`${owned}/`))

export const pathOf = (address: string): string => new URL(address, location.href).pathname

/** Returns whether a part is of this origin; others are not copied. */
export const isNear = ({ manifest }: AnnouncedPart): boolean =>
  new URL(manifest, location.href).origin === location.origin

/** Lists the scripts, styles and fonts that the page itself names. */
const filesOfPage = (): string[] =>
  [...document.querySelectorAll('script[src], link[rel="preload"][as="font"], link[rel="stylesheet"]')]
    .map((element) => pathOf(element.getAttribute('src') ?? element.getAttribute('href') ?? ''))
    .filter((path) => path.startsWith('/parts/shell/'))

async function unregisterAll(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
