import type { Registry } from 'prom-client'
import type { Configuration } from '../../configuration.ts'
import { metricsReply } from '../probes/probes.ts'
import { type Listener, listener } from './listener.ts'

/** `/metrics` and nothing else, on a port that need not be open to visitors. */
export function metricsServer(registry: Registry, { host, port }: Pick<Configuration, 'host' | 'port'>): Listener {
  const server = listener({ host, port, graceMs: 1_000 })
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
