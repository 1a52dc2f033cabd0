import { resolve } from 'node:path'
import { type Compiler, rspack } from '@rspack/core'

const root = resolve(import.meta.dirname, '..')

/**
 * Rspack resolves the federation runtime's CommonJS build, which cannot be tree-shaken. This plugin takes the ESM
 * build, and puts only what a part uses into the part's entry. The plugin has to be applied after the federation
 * plugin, whose aliases it takes back.
 */
export class LeanContainerRuntime {
  apply(compiler: Compiler): void {
    compiler.hooks.afterPlugins.tap('LeanContainerRuntime', () => {
      const { alias } = compiler.options.resolve
      if (!alias) return
      delete alias['@module-federation/runtime']
      delete alias['@module-federation/runtime-tools']
    })
    const replaced = [
      [/webpack-bundler-runtime[\\/]dist[\\/]index\.cjs$/, 'scripts/container-runtime.ts'],
      [/^\.\/updateOptions\.js$/, 'scripts/container-options.ts'],
    ] as const
    for (const [request, file] of replaced)
      new rspack.NormalModuleReplacementPlugin(request, resolve(root, file)).apply(compiler)
  }
}

/**
 * The plugins that leave out of the shell's federation runtime what the shell does itself (`shell/src/remotes`). The
 * names are the runtime's own switches; it has none for the two files that would remain.
 */
export function leanShellRuntime() {
  const replacement = resolve(root, 'shell/src/remotes/unused-runtime.ts')
  return [
    new rspack.DefinePlugin({
      ENV_TARGET: JSON.stringify('web'),
      FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
      FEDERATION_OPTIMIZE_NO_REMOTE: false,
      FEDERATION_OPTIMIZE_NO_SHARED: false,
    }),
    new rspack.NormalModuleReplacementPlugin(
      /^\.{1,2}\/(.*\/)?(snapshot\/SnapshotHandler|utils\/preload)\.js$/,
      (data) => {
        if (/runtime-core[\\/]dist/.test(data.context ?? '')) data.request = replacement
      },
    ),
  ]
}
