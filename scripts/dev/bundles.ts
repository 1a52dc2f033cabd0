import { resolve } from 'node:path'
import { type Configuration, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'

const oneRefreshRuntime = resolve(import.meta.dirname, 'one-refresh-runtime.js')
const dependencies = /[\\/]node_modules[\\/]/

/** The bundles that a browser loads, with changes of components drawn into the open page. */
export async function developmentBundles(): Promise<Configuration[]> {
  // Read by the configuration and by React, when they are loaded.
  process.env.NODE_ENV = 'development'
  const { default: configurations } = await import('../../rspack.config.ts')
  return configurations.filter(({ name }) => name !== 'prerender').map(withFastRefresh)
}

function withFastRefresh(bundle: Configuration): Configuration {
  return {
    ...bundle,
    plugins: [
      ...(bundle.plugins ?? []).filter((plugin) => !(plugin instanceof ReactRefreshRspackPlugin)),
      new rspack.NormalModuleReplacementPlugin(/^react-refresh\/runtime$/, oneRefreshRuntime),
      new ReactRefreshRspackPlugin({ exclude: [dependencies, oneRefreshRuntime] }),
    ],
    watchOptions: { ignored: dependencies },
    infrastructureLogging: { level: 'warn' },
  }
}
