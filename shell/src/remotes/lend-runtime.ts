import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime-core'
import * as core from '@module-federation/runtime-core'

/** The parts are built without the federation runtime (`externalRuntime`) and use the shell's, which they find here. */
export function lendRuntime(): ModuleFederationRuntimePlugin {
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
