import { init } from '@module-federation/runtime'
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js'
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js'
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js'
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js'

interface Required {
  readonly federation: { readonly initOptions?: Parameters<typeof init>[0] }
}

/**
 * The runtime in the entry of a part. It replaces `@module-federation/webpack-bundler-runtime`. A part only exposes one
 * module and takes what is shared: it loads no other parts, shares nothing at its start, and tree-shakes no shared
 * packages.
 */
const federation = {
  runtime: { init },
  instance: undefined,
  initOptions: undefined,
  bundlerRuntime: {
    consumes,
    I: initializeSharing,
    S: {},
    installInitialConsumes: refuseInitialConsumes,
    initContainerEntry,
    init: start,
  },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
}
export default federation

function start({ webpackRequire }: { readonly webpackRequire: Required }) {
  const { initOptions } = webpackRequire.federation
  if (!initOptions) throw new Error('The entry of a part names no options.')
  return init(initOptions)
}

/** The bundler calls this with an empty list, because the one module that a part exposes is loaded late. */
function refuseInitialConsumes({ initialConsumes }: { readonly initialConsumes: readonly unknown[] }): void {
  if (initialConsumes.length > 0) throw new Error('The entry of a part must not use what is shared.')
}
