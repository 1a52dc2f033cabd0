import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type Configuration, type DevServer, type MultiCompiler, rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import getPort from 'get-port'
import type { AnnouncedPart } from '../../events/src/platform/part.ts'
import { describeParts } from '../part-descriptions.ts'
import type { Developed } from './one-part.ts'

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

/** The parts, at fixed addresses. In production, the backend writes the addresses into the page. */
const remotes = (await describeParts()).map(({ name, description }): AnnouncedPart => {
  const manifest = `/parts/${name}/mf-manifest.json`
  return { name, version: null, manifest, entry: null, integrity: null, misfit: null, ...description }
})

/** Reads the testing gate for these cookies. Without an answer, as while the backend starts, it counts as open. */
async function readGate(backend: string, cookie = ''): Promise<'open' | 'closed'> {
  const answer = await fetch(`${backend}/api/gate`, { headers: { cookie } }).catch(() => null)
  const { open = true } = answer?.ok ? ((await answer.json()) as { open?: boolean }) : {}
  return open ? 'open' : 'closed'
}

/** Every address that is no file answers with the shell's page. */
const servePages =
  (backend: string): NonNullable<DevServer['setupMiddlewares']> =>
  (middlewares, { compiler }) => {
    const shell = (compiler as MultiCompiler).compilers.find(({ name }) => name === 'shell')
    middlewares.push({
      name: 'pages',
      middleware: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname
        if (request.method !== 'GET' || /\.\w+$/.test(path) || !shell) return next()
        const file = `${shell.outputPath}/index.html`
        shell.outputFileSystem?.readFile(file, async (error, html) => {
          if (error || !html) return next(error ?? undefined)
          const settings = JSON.stringify({ gate: await readGate(backend, request.headers.cookie), remotes })
          const script = `<script type="application/json" id="page-settings">${settings}</script>`
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.setHeader('cache-control', 'no-store')
          response.end(html.toString().replace('</head>', () => `${script}</head>`))
        })
      },
    })
    return middlewares
  }

const oneRefreshRuntime = resolve(import.meta.dirname, 'one-refresh-runtime.js')
const dependencies = /[\\/]node_modules[\\/]/

/** The bundles that a browser loads, with changes of components drawn into the open page. */
async function developmentBundles(): Promise<Configuration[]> {
  // The configuration and React read this when they are loaded.
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

const root = resolve(import.meta.dirname, '../..')

interface Backend {
  readonly address: string
  /** Resolves when it answers for the first time. */
  readonly ready: Promise<void>
  /** Asks the backend to finish its requests and end, and waits for that. */
  stop(): Promise<void>
}

/** The backend as a process of its own, started anew whenever a file changes that it has loaded. */
async function startBackend(siteUrl: string): Promise<Backend> {
  const port = await getPort({ host: '127.0.0.1' })
  const child: ChildProcess = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', resolve(root, 'backend/src/main.ts')],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', SITE_URL: process.env.SITE_URL ?? siteUrl },
    },
  )
  const gone = once(child, 'exit')
  const ready = Promise.withResolvers<void>()
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      // This line is not printed: it names the backend's own port, where pages come without hot reload.
      if (/ is ready: http/.test(line)) ready.resolve()
      else console.log(line)
    })
  return {
    address: `http://127.0.0.1:${port}`,
    ready: ready.promise,
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}
