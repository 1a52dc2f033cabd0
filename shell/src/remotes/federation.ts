import { init } from '@module-federation/enhanced/runtime'
import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime-core'
import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import type { Part } from '@ultimate/kit/contract.ts'
import { retryFailedPreloads } from './failed-preloads.ts'
import { lendRuntime } from './lend-runtime.ts'
import { type LocatedPart, locate } from './manifest.ts'
import { hangsAfterMs, isVersionSkew } from './part-unavailable.ts'
import { shares } from './shares.ts'

/** The federation runtime as the shell uses it. */
export interface Federation {
  /**
   * Resolves with what the part exposes. Rejects where it does not come at a second attempt either, or does not fit.
   * Each call starts afresh, because the runtime remembers a remote that failed, hung or did not fit.
   */
  mount(part: AnnouncedPart): Promise<Part | null>
}

/** Starts the federation runtime for the parts that the page announces, and lends them what the shell shares. */
export function federate(announced: Iterable<AnnouncedPart>): Federation {
  const { digests, pins } = collectDigests(announced)
  const shell = init({
    name: 'shell',
    remotes: [],
    shared: shares,
    shareStrategy: 'loaded-first',
    plugins: [lendRuntime(), checkDigests(digests, pins)],
  })
  const attempt = async (part: AnnouncedPart) => {
    const { name } = part
    const located = await locate(part)
    const { entry, type, globalName } = located
    if (pins.has(name)) refuseModules(name, type)
    else preload(located)
    shell.registerRemotes([{ name, entry, type: type as 'global', entryGlobalName: globalName }], { force: true })
    return shell.loadRemote<Part>(`${name}/mfe`)
  }
  return {
    mount: (part) =>
      attempt(part).catch(async (error: unknown) => {
        if (isVersionSkew(error)) throw error
        await retryFailedPreloads()
        return attempt(part)
      }),
  }
}

function collectDigests(announced: Iterable<AnnouncedPart>) {
  /** Digest of each part's entry script by its address, taken from the page. */
  const digests = new Map<string, string>()
  /** Digest that a part's entry script has to have, also at an address that its manifest names instead. */
  const pins = new Map<string, string>()
  for (const { name, entry, integrity } of announced) {
    if (entry && integrity) digests.set(new URL(entry, location.href).href, integrity)
    else if (integrity) pins.set(name, integrity)
  }
  return { digests, pins }
}

type Digests = ReadonlyMap<string, string>

/** Attributes of HTML cannot vouch for entries that are loaded by script; this can. */
function checkDigests(digests: Digests, pins: Digests): ModuleFederationRuntimePlugin {
  return {
    name: 'check-digest',
    createScript: ({ url, remoteInfo }) => {
      const digest = pins.get(remoteInfo?.name ?? '') ?? digests.get(new URL(url, location.href).href)
      const script = document.createElement('script')
      script.src = url
      script.async = true
      if (digest) script.integrity = digest
      script.crossOrigin = 'anonymous'
      return { script, timeout: hangsAfterMs }
    },
  }
}

const classic: ReadonlySet<string> = new Set(['global', 'var'])

/** Modules are loaded past `createScript`, and so past the check. */
function refuseModules(name: string, type: string): void {
  if (!classic.has(type)) throw new Error(`The pinned part ${name} is no script, but ${type}.`)
}

/**
 * Fetches what a part exposes beside its entry. Not of a pinned part: nothing of it is asked for before its entry, which
 * knows the digests of everything else.
 */
function preload({ scripts, styles, digests }: LocatedPart): void {
  for (const url of scripts) hint(url, 'script', digests.get(url))
  for (const url of styles) hint(url, 'style', digests.get(url))
}

/**
 * Preloads a file in the mode and with the digest with which the part itself loads its files, and the page preloads
 * them: else each would be loaded twice.
 */
function hint(url: string, as: string, digest?: string): void {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = as
  link.crossOrigin = 'anonymous'
  if (digest) link.integrity = digest
  link.href = url
  document.head.append(link)
}
