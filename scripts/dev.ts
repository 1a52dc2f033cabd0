import { rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import { startBackend } from './dev/backend.ts'
import { developmentBundles } from './dev/bundles.ts'
import { servePages } from './dev/pages.ts'
import { stopWithParent } from './stop-with-parent.ts'

/**
 * `npm run dev`: the whole site on one address. Changes of the shell, the kit and the parts are drawn into the open
 * page; changes of the backend start it anew.
 */
const port = Number(process.env.PORT ?? 3000)
const host = process.env.HOST ?? '127.0.0.1'
const bundles = await developmentBundles()
const backend = await startBackend(`http://localhost:${port}`)

const server = new RspackDevServer(
  {
    port,
    host,
    hot: true,
    allowedHosts: ['localhost', '127.0.0.1'],
    static: ['shell/kit/art/static', 'shell/public'].map((directory) => ({ directory, watch: false })),
    devMiddleware: { index: false },
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
    setupMiddlewares: servePages,
    proxy: [{ context: ['/api', '/healthz', '/readyz', '/metrics'], target: backend.address }],
  },
  rspack(bundles),
)
stopWithParent()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await Promise.all([server.stop(), backend.stop()])
    process.exit(0)
  })
}

await Promise.all([server.start(), backend.ready])
console.log(`Developing on http://localhost:${port}`)
