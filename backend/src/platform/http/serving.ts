import type { IncomingMessage, ServerResponse } from 'node:http'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import Koa, { type Context, type Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import { errorBody, type Failures } from './failures.ts'
import { observed, type Trace } from './observation.ts'
import type { Site } from './pages.ts'
import type { Probe } from './probes.ts'
import { jsonReply, type Reply, send } from './reply.ts'
import { ClientGone } from './request-body.ts'
import { requireTarget } from './request-target.ts'
import { apiHeaders, pageHeaders } from './security-headers.ts'

export interface ServingParts {
  readonly api: (context: Context, trace: Trace) => Promise<Reply>
  readonly failures: Failures
  readonly probes: ReadonlyMap<string, Probe>
  readonly site: Site | undefined
  readonly secure: boolean
  readonly trustProxy: boolean
  readonly logger: Logger
  readonly metrics: Metrics
}

/** The Koa application: data under /api, probes, and pages everywhere else. */
export function serving(parts: ServingParts): (request: IncomingMessage, response: ServerResponse) => void {
  const { probes, logger } = parts
  // The address that the nearest proxy saw; what stands before it in the header anybody can write.
  const app = new Koa({ proxy: parts.trustProxy, maxIpsCount: 1 })
  const always = apiHeaders(parts.secure)
  const pages = pageServer(parts.site, pageHeaders(parts.site?.sources ?? {}, parts.secure))

  async function serve(context: Context, trace: Trace): Promise<void> {
    requireTarget(context)
    const { path } = context
    const probe = probes.get(path)
    if (probe) trace.route = 'probe'
    else if (path !== '/api' && !path.startsWith('/api/')) return pages(context, trace)
    const reply = probe ? await probed(probe, context) : await parts.api(context, trace)
    send(context, reply, { ...always, 'x-request-id': trace.requestId })
  }

  app.use(
    observed(parts, async (context, trace) => {
      try {
        await serve(context, trace)
      } catch (error) {
        if (error instanceof ClientGone) context.respond = false
        else {
          for (const name of context.res.getHeaderNames()) context.res.removeHeader(name)
          send(context, parts.failures.reply(error), { ...always, 'x-request-id': trace.requestId })
        }
      }
    }),
  )
  app.on('error', (error) => logger.warn({ err: error }, 'an answer could not be delivered'))
  return app.callback()
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

async function probed(probe: Probe, { method, cookies }: Context): Promise<Reply> {
  if (readingMethods.has(method)) return probe((name) => cookies.get(name))
  const refusal = platformErrors.error('METHOD_NOT_ALLOWED')
  return jsonReply(405, errorBody(refusal), { allow: [...readingMethods].join(', ') })
}

function pageServer(site: Site | undefined, protect: Middleware) {
  return async (context: Context, trace: Trace): Promise<void> => {
    await protect(context, async () => undefined)
    context.set('x-request-id', trace.requestId)
    if (!readingMethods.has(context.method)) {
      context.status = 405
      context.set('allow', 'GET, HEAD')
      context.body = 'Pages can only be read.\n'
    } else await site?.serve(context)
  }
}
