import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime-core'
import * as core from '@module-federation/runtime-core'

/** The parts are built without the federation runtime (`externalRuntime`) and use the shell's, which they find here. */
export default function lendRuntime(): ModuleFederationRuntimePlugin {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core })
  core.registerGlobalPlugins([shareAgain])
  return { name: 'lend-runtime' }
}

/**
 * The runtime remembers that something shared could not be loaded, and would say so for as long as the page is open. This
 * makes it forget, so that the next attempt asks the server.
 */
const shareAgain: ModuleFederationRuntimePlugin = {
  name: 'share-again',
  errorLoadShare: ({ pkgName, shareScopeMap }) => {
    for (const scope of Object.values(shareScopeMap ?? {}))
      for (const shared of Object.values(scope[pkgName] ?? {})) if (!shared.loaded) delete shared.loading
  },
}
