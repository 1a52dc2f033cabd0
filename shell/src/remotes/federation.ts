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

/** The parts are built without the federation runtime (`externalRuntime`) and use the shell's, which they find here. */
function lendRuntime(): ModuleFederationRuntimePlugin {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core })
  core.registerGlobalPlugins([shareAgain, preferShell])
  return { name: 'lend-runtime' }
}

/**
 * The runtime remembers that something shared could not be loaded, and would report it for as long as the page is open.
 * This makes it forget, so that the next attempt asks the server.
 */
const shareAgain: ModuleFederationRuntimePlugin = {
  name: 'share-again',
  errorLoadShare: ({ pkgName, shareScopeMap }) => {
    for (const scope of Object.values(shareScopeMap ?? {}))
      for (const shared of Object.values(scope[pkgName] ?? {})) if (!shared.loaded) delete shared.loading
  },
}

/**
 * When a package is loaded late, the runtime takes the highest version that any part offers. This plugin makes it
 * take the shell's version of every shared package, also where a part brings a higher one: a part that cannot use the
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
 * A browser answers the first use of a file from its preload, also from one that failed: the file would be missing once
 * more, long after the connection is back. This uses up each preload of the page that failed. What has come since and is
 * therefore run early does no harm: a file of a part only announces its modules.
 */
async function retryFailedPreloads(): Promise<void> {
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
