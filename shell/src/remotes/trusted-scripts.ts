import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'

/** The part of the browser's interface that is used; Safari and Firefox do not have all of it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string | null }): unknown
}

/** The service worker, which stores the site for times without a connection. */
export const workerAddress = '/sw.js'

/**
 * The pages' policy lets no text become code but through this: the address of a script below our own parts or in the
 * folder of a part that the page names, and of the service worker. All else throws, in any script: bundles load their chunks by assigning texts.
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
