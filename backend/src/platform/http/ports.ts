import { setTimeout as wait } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { Configuration } from '../configuration/configuration.ts'
import { CannotStart } from '../errors.ts'
import type { Running } from '../run.ts'
import { unavailable } from './answer/error-reply.ts'
import type { Reply } from './answer/reply.ts'
import { type Application, createListener, type Listener } from './listener.ts'
import { alive, metricsReply, unready } from './probes.ts'

/** The ports of the backend, which answer probes from the first moment on. */
interface Ports {
  readonly listener: Listener
  readonly address: string
  /** Sets what the start is waiting for, as `/readyz` shows it. */
  waitsFor(what: string): void
  /** Sets how to close once the site answers; closing then begins with the drain. */
  closeWith(close: () => Promise<void>): void
}

type Settings = Pick<Configuration, 'port' | 'host' | 'drainSeconds' | 'metricsPort'>

/** Time for closing after the drain: for running requests, and for idle connections to be closed. */
const closingMs = 6_500

/** @throws CannotStart if a port or the host cannot be used */
export async function openPorts(settings: Settings, running: Running, registry: Registry): Promise<Ports> {
  const { port, host, drainSeconds, metricsPort } = settings
  let isServing = false
  const drain = async () => isServing && (await wait(drainSeconds * 1_000))
  const main = createListener({ port, host, drain })
  const startingSite = createStartingSite()
  main.serve(startingSite.application)
  const metrics = metricsPort === null ? null : metricsServer(registry, { host, port: metricsPort })
  let close = () => closeListener(main)
  running.add({
    name: 'http',
    stop: async () => {
      await close()
      if (metrics) await closeListener(metrics)
    },
    withinMs: drainSeconds * 1_000 + closingMs,
    endsFirst: true,
  })
  const actualPort = await listen(main, { name: 'PORT', port, host })
  if (metrics) await listen(metrics, { name: 'METRICS_PORT', port: metricsPort ?? 0, host })
  return {
    listener: main,
    address: `http://localhost:${actualPort}`,
    waitsFor: startingSite.waitsFor,
    closeWith: (next) => {
      isServing = true
      close = next
    },
  }
}

async function closeListener(listener: Listener): Promise<void> {
  await listener.stopAccepting()
  await listener.finish()
}

type PortSetting = Pick<Configuration, 'port' | 'host'> & { readonly name: string }

async function listen(listener: Listener, { name, port, host }: PortSetting): Promise<number> {
  try {
    return (await listener.listen()).port
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new CannotStart(`${name} ${port} is taken by another program. Stop that one, or set another ${name}.`)
    if (code === 'EACCES') throw new CannotStart(`${name} ${port} may not be used by this user. Set one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new CannotStart(`HOST (${host}) is no address of this machine.`)
    throw error
  }
}

/** `/metrics` and nothing else, on a port that need not be open to visitors. */
function metricsServer(registry: Registry, { host, port }: Pick<Configuration, 'host' | 'port'>): Listener {
  const server = createListener({ host, port, graceMs: 1_000 })
  server.serve(async ({ url, method }, response) => {
    const isReading = method === 'GET' || method === 'HEAD'
    if (url?.split('?')[0] !== '/metrics' || !isReading) {
      response.writeHead(isReading ? 404 : 405, isReading ? {} : { allow: 'GET, HEAD' }).end()
      return
    }
    const { status, headers, body } = await metricsReply(registry)
    response.writeHead(status, headers as Record<string, string>).end(method === 'HEAD' ? '' : body)
  })
  return server
}

/** The application that answers from the first moment until the site does. */
interface StartingSite {
  readonly application: Application
  /** Sets what the start is waiting for, as `/readyz` shows it. */
  waitsFor(what: string): void
}

const comeBackSeconds = '2'

function createStartingSite(): StartingSite {
  let missing = 'the start has only begun'
  const answer = async (path: string): Promise<Reply> => {
    if (path === '/healthz') return alive()
    if (path === '/readyz') return unready(missing)
    if (path === '/api' || path.startsWith('/api/')) return unavailable()
    return startingPage
  }
  return {
    waitsFor: (what) => {
      missing = what
    },
    application: async (request, response) => {
      const { status, headers, body } = await answer(request.url?.split('?')[0] ?? '/')
      response
        .writeHead(status, { ...(headers as Record<string, string>), ...commonHeaders })
        .end(request.method === 'HEAD' ? '' : body)
    },
  }
}

const commonHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Browsers reload this page after a moment; other clients follow `retry-after`. */
const startingPage: Reply = {
  status: 503,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': comeBackSeconds,
    refresh: comeBackSeconds,
  },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${comeBackSeconds}">
<title>Starting</title>
</head>
<body><p>The site is starting and will be here in a moment.</p></body>
</html>
`,
}
