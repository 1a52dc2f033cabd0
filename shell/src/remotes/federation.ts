import { init } from '@module-federation/enhanced/runtime'
import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime-core'
import * as core from '@module-federation/runtime-core'
import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import type { Part } from '@ultimate/kit/contract.ts'
import { locate } from './manifest.ts'
import { hangsAfterMs, isVersionSkew } from './part-unavailable.ts'
import { preload, retryFailedPreloads } from './preloads.ts'
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
  const { digestsByAddress, pinsByPart } = collectDigests(announced)
  lendRuntime()
  const shell = init({
    name: 'shell',
    remotes: [],
    shared: shares,
    shareStrategy: 'loaded-first',
    plugins: [checkDigests(digestsByAddress, pinsByPart)],
  })
  const tryMount = async (part: AnnouncedPart) => {
    const { name } = part
    const located = await locate(part)
    const { entry, type, globalName } = located
    // Only the entry of a pinned part knows the digests of all other files, so it has to come first.
    if (pinsByPart.has(name)) refuseModules(name, type)
    else preload(located)
    // The manifest's text is one of the types that the runtime's declaration lists.
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
  /** The digests of entry scripts whose addresses the page names. */
  const digestsByAddress = new Map<string, string>()
  /** The digests of entry scripts whose addresses only the manifests name: those of pinned parts. */
  const pinsByPart = new Map<string, string>()
  for (const { name, entry, integrity } of announced) {
    if (entry && integrity) digestsByAddress.set(new URL(entry, location.href).href, integrity)
    else if (integrity) pinsByPart.set(name, integrity)
  }
  return { digestsByAddress, pinsByPart }
}

type Digests = ReadonlyMap<string, string>

/**
 * Makes the browser check the digests of entry scripts, which are loaded by script and not by an element of the page.
 */
function checkDigests(digestsByAddress: Digests, pinsByPart: Digests): ModuleFederationRuntimePlugin {
  return {
    name: 'check-digest',
    createScript: ({ url, remoteInfo }) => {
      const digest = pinsByPart.get(remoteInfo?.name ?? '') ?? digestsByAddress.get(new URL(url, location.href).href)
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

/** The parts are built without the federation runtime (`externalRuntime`) and use the shell's, which they find here. */
function lendRuntime(): void {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core })
  core.registerGlobalPlugins([forgetFailedShares, preferShell])
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
