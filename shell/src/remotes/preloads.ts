import type { LocatedPart } from './manifest.ts'

/** Fetches the files that a part exposes while its entry loads. */
export function preload({ scripts, styles, digests }: LocatedPart): void {
  for (const url of scripts) preloadFile(url, 'script', digests.get(url))
  for (const url of styles) preloadFile(url, 'style', digests.get(url))
}

/**
 * Preloads a file in the same mode and with the same digest as the part itself loads it; otherwise it would be loaded
 * twice.
 */
function preloadFile(url: string, as: string, digest?: string): void {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = as
  link.crossOrigin = 'anonymous'
  if (digest) link.integrity = digest
  link.href = url
  document.head.append(link)
}

/**
 * Uses up each preload of the page that failed. A browser answers the first use of a file from its preload, even from a
 * failed one. So the file would be missing again long after the connection is back. A file that loads now is run early,
 * which does no harm: a file of a part only announces its modules.
 */
export async function retryFailedPreloads(): Promise<void> {
  const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')
  await Promise.all([...preloads].filter(hasFailed).map(retryPreload))
}

/** Returns whether the preload failed. An address that the browser does not list yet is still loading. */
function hasFailed({ href }: HTMLLinkElement): boolean {
  const entry = performance.getEntriesByName(href, 'resource').at(-1)
  if (!(entry instanceof PerformanceResourceTiming)) return false
  return entry.responseStatus === 0 || entry.responseStatus >= 400
}

async function retryPreload(preload: HTMLLinkElement): Promise<void> {
  const consumer = createConsumer(preload)
  if (!consumer) return
  preload.remove()
  consumer.crossOrigin = preload.crossOrigin
  consumer.integrity = preload.integrity
  const settled = new Promise<void>((resolve) => {
    consumer.onload = consumer.onerror = () => resolve()
  })
  document.head.append(consumer)
  await settled
  consumer.remove()
}

/** Creates an element that uses the file as the part will, because only the same kind of request uses a preload. */
function createConsumer({ as, href }: HTMLLinkElement): HTMLScriptElement | HTMLLinkElement | null {
  if (as === 'script') return Object.assign(document.createElement('script'), { async: true, src: href })
  if (as === 'style') return Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  return null
}
