/**
 * A browser answers the first use of a file from its preload, also from one that failed: the file would be missing once
 * more, long after the connection is back. This uses up each preload of the page that failed. What has come since and is
 * therefore run early does no harm: a file of a part only announces its modules.
 */
export async function retryFailedPreloads(): Promise<void> {
  const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')
  await Promise.all([...preloads].filter(hasFailed).map(retryPreload))
}

/** An address without an entry is still being asked for. */
function hasFailed({ href }: HTMLLinkElement): boolean {
  const entry = performance.getEntriesByName(href, 'resource').at(-1)
  if (!(entry instanceof PerformanceResourceTiming)) return false
  return entry.responseStatus === 0 || entry.responseStatus >= 400
}

async function retryPreload(preload: HTMLLinkElement): Promise<void> {
  const user = createConsumer(preload)
  if (!user) return
  preload.remove()
  user.crossOrigin = preload.crossOrigin
  user.integrity = preload.integrity
  const settled = new Promise<void>((resolve) => {
    user.onload = user.onerror = () => resolve()
  })
  document.head.append(user)
  await settled
  user.remove()
}

/** An element that uses the file as the part will: only the same kind of request is answered from a preload. */
function createConsumer({ as, href }: HTMLLinkElement): HTMLScriptElement | HTMLLinkElement | null {
  if (as === 'script') return Object.assign(document.createElement('script'), { async: true, src: href })
  if (as === 'style') return Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  return null
}
