import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'

/** The part of the browser's interface that is used; Safari and Firefox do not have all of it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string | null }): unknown
}

/** The service worker, which stores the site for times without a connection. */
export const workerAddress = '/sw.js'

/**
 * Allows the addresses of scripts: those of the site's own parts, of parts that the page names, and of the service
 * worker. The page's policy lets no other text become code, and throws in any script that tries. Bundles load their
 * chunks by assigning the addresses of scripts.
 */
export function trustScriptsOf(remotes: readonly Pick<AnnouncedPart, 'manifest'>[]): void {
  const folders = ['/parts/', ...remotes.map(({ manifest }) => manifest)].map(
    (address) => new URL('.', new URL(address, location.href)).href,
  )
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createScriptURL: (address) => trusted(address, folders) })
}

export function trusted(address: string, folders: readonly string[]): string | null {
  if (!URL.canParse(address, location.href)) return null
  const { href } = new URL(address, location.href)
  const isWorker = href === new URL(workerAddress, location.href).href
  return isWorker || folders.some((folder) => href.startsWith(folder)) ? href : null
}
