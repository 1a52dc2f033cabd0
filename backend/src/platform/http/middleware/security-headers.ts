import helmet from 'koa-helmet'
import type { ReplyHeaders } from '../answer/reply.ts'
import { type PageSources, releaseHeader, type Site } from '../site/site.ts'
import type { HttpMiddleware } from '../state.ts'

const yearInSeconds = 365 * 24 * 60 * 60

/** Headers of answers that are data: nothing in them may ever run or be framed. Pages have others. */
export function securityHeaders(https: boolean, site?: Site): HttpMiddleware {
  const always: ReplyHeaders = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(https ? { 'strict-transport-security': `max-age=${yearInSeconds}; includeSubDomains` } : {}),
  }
  return ({ state }, next) => {
    const release = site?.release() ?? null
    state.headers = { ...always, 'x-request-id': state.requestId, ...(release && { [releaseHeader]: release }) }
    return next()
  }
}

/** What pages do without, and what is framed in them as well: they copy to the clipboard and ask for nothing else. */
export const permissionsPolicy = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen', 'geolocation'],
  ...['gyroscope', 'hid', 'idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment'],
  ...['picture-in-picture', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb'],
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * For pages: our own origin, and what the site names. Nothing inline, nothing evaluated, and no text becomes code but an
 * address that the shell's policy takes (`shell/src/remotes/trusted-scripts.ts`).
 */
export function pageHeaders(sources: PageSources, https: boolean): HttpMiddleware {
  const self = "'self'"
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        scriptSrc: [self, ...(sources.scripts ?? [])],
        styleSrc: [self, ...(sources.styles ?? [])],
        connectSrc: [self, ...(sources.connections ?? [])],
        imgSrc: [self, 'data:', 'blob:', ...(sources.images ?? [])],
        fontSrc: [self, ...(sources.fonts ?? [])],
        frameSrc: [self, ...(sources.frames ?? [])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: [self],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https ? { maxAge: yearInSeconds, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })
  return (context, next) => {
    context.set('permissions-policy', permissionsPolicy)
    return protect(context, next)
  }
}

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
