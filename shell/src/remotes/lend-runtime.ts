import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime-core'
import * as core from '@module-federation/runtime-core'

/** The parts are built without the federation runtime (`externalRuntime`) and use the shell's, which they find here. */
export default function lendRuntime(): ModuleFederationRuntimePlugin {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core })
  return { name: 'lend-runtime' }
}
