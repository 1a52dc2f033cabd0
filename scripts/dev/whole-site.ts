import { rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import { startBackend } from './backend.ts'
import { developmentBundles } from './bundles.ts'
import type { Developed } from './one-part.ts'
import { servePages } from './pages.ts'

/**
 * Serves the whole site on one address. Changes of the shell, the kit and the parts are drawn into the open page; changes
 * of the backend start it anew.
 */
export async function developSite(port: number, host: string): Promise<Developed> {
  const url = `http://localhost:${port}`
  const bundles = await developmentBundles()
  const backend = await startBackend(url)
  const compiler = rspack(bundles)
  const compiled = new Promise<void>((resolve) => compiler.hooks.done.tap('dev', () => resolve()))
  const server = new RspackDevServer(
    {
      port,
      host,
      hot: true,
      allowedHosts: ['localhost', '127.0.0.1'],
      static: ['shell/kit/art/static', 'shell/public'].map((directory) => ({ directory, watch: false })),
      devMiddleware: { index: false },
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
      setupMiddlewares: servePages(backend.address),
      proxy: [{ context: ['/api', '/healthz', '/readyz', '/metrics'], target: backend.address }],
    },
    compiler,
  )
  await Promise.all([server.start(), backend.ready, compiled])
  return {
    url,
    stop: async () => {
      await Promise.all([server.stop(), backend.stop()])
    },
  }
}
