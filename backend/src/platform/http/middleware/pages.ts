import type { Site } from '../site/site.ts'
import type { HttpMiddleware } from '../state.ts'
import { pageHeaders } from './security-headers.ts'

const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** Everything outside /api: the site's pages and files, which Koa sends as any Koa application does. */
export function pages(site: Site | undefined, https: boolean): HttpMiddleware {
  const headers = pageHeaders(site?.sources ?? {}, https)
  const page: HttpMiddleware = async (ctx) => {
    ctx.set('x-request-id', ctx.state.requestId)
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return site?.serve(ctx)
    ctx.status = 405
    ctx.set('allow', 'GET, HEAD')
    ctx.body = 'Pages can only be read.\n'
  }
  return (ctx, next) => (isApi(ctx.path) ? next() : headers(ctx, () => page(ctx, next)))
}
