import { init } from '@module-federation/enhanced/runtime'
import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime-core'
import * as core from '@module-federation/runtime-core'
import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import type { Part } from '@ultimate/kit/contract.ts'

import { type LocatedPart, locate } from './manifest.ts'
import { hangsAfterMs, isVersionSkew } from './part-unavailable.ts'
import { shares } from './shares.ts'

/** The federation runtime as the shell uses it. */
export interface Federation {
  /**
   * Resolves with what the part exposes. Rejects if the part does not fit, or does not load at a second try either. Each
   * call registers the part anew, because the runtime remembers one that failed, hung or did not fit.
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
  const tryMount = async (part: AnnouncedPart) => {
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
      tryMount(part).catch(async (error: unknown) => {
        if (isVersionSkew(error)) throw error
        await retryFailedPreloads()
        return tryMount(part)
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

/**
 * Makes the browser check the digests of entry scripts, which are loaded by script and not by an element of the page.
 */
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

/** The types of entries that are scripts, not modules. */
const scriptTypes: ReadonlySet<string> = new Set(['global', 'var'])

/** Rejects an entry that is a module, because modules are loaded without `createScript` and so without the check. */
function refuseModules(name: string, type: string): void {
  if (!scriptTypes.has(type)) throw new Error(`The pinned part ${name} is no script, but ${type}.`)
}

/**
 * Fetches the files that a part exposes while its entry loads. Not for a pinned part: only its entry knows the digests
 * of all other files, so it has to come first.
 */
function preload({ scripts, styles, digests }: LocatedPart): void {
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

/** The parts are built without the federation runtime (`externalRuntime`) and use the shell's, which they find here. */
function lendRuntime(): ModuleFederationRuntimePlugin {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core })
  core.registerGlobalPlugins([forgetFailedShares, preferShell])
  return { name: 'lend-runtime' }
}

/**
 * Makes the runtime forget that a shared module could not be loaded, so that the next try asks the server.
 */
const forgetFailedShares: ModuleFederationRuntimePlugin = {
  name: 'share-again',
  errorLoadShare: ({ pkgName, shareScopeMap }) => {
    for (const scope of Object.values(shareScopeMap ?? {}))
      for (const shared of Object.values(scope[pkgName] ?? {})) if (!shared.loaded) delete shared.loading
  },
}

/**
 * When a package is loaded late, the runtime takes the highest version that any part offers. This plugin makes it take
 * the shell's version of every shared package, also where a part brings a higher one. A part that cannot use the
 * shell's version does not fit, and the other parts are not affected.
 */
const preferShell: ModuleFederationRuntimePlugin = {
  name: 'prefer-shell',
  resolveShare: (resolving) => {
    const { GlobalFederation, shareScopeMap, scope, pkgName, shareInfo } = resolving
    const shell = GlobalFederation.__INSTANCES__.find(({ name }) => name === 'shell')
    const version = shell?.options.shared[pkgName]?.[0]?.version
    const shared = version && shareScopeMap[scope]?.[pkgName]?.[version]
    if (!version || !shared) return resolving
    const { requiredVersion } = shareInfo.shareConfig
    const resolver = () => {
      if (requiredVersion && !core.satisfy(version, requiredVersion))
        throw new Error(`${pkgName} ${version} of the shell does not satisfy ${shareInfo.from}: ${requiredVersion}`)
      return { shared, useTreesShaking: false }
    }
    return { ...resolving, resolver }
  },
}

/**
 * Uses up each preload of the page that failed. A browser answers the first use of a file from its preload, even from a
 * failed one. So the file would be missing again long after the connection is back. A file that loads now is run early,
 * which does no harm: a file of a part only announces its modules.
 */
async function retryFailedPreloads(): Promise<void> {
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
