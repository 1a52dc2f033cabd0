import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Context } from 'koa'
import helmet from 'koa-helmet'
import type { ReplyHeaders } from '../answer/reply.ts'
import { createCookieReader } from '../request/caller.ts'
import { withFragment } from '../request/target.ts'
import { byKoa, type PageExtras, type PageSources, releaseHeader, type ServedPage, type Site } from '../site/site.ts'
import type { HttpContext, RequestState } from '../state.ts'

const yearInSeconds = 365 * 24 * 60 * 60

/**
 * Returns the headers of answers that are data: nothing in them may run or be framed. Pages have other headers
 * (docs/decisions/0020).
 */
export function securityHeaders(
  https: boolean,
  site?: Site,
): (ctx: HttpContext, requestId: string) => RequestState['headers'] {
  const always: ReplyHeaders = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...strictTransport(https),
  }
  return (ctx, requestId) => {
    const headers: RequestState['headers'] = { ...always, 'x-request-id': requestId }
    const release = site?.release(createCookieReader(ctx))
    if (release) headers[releaseHeader] = release
    return headers
  }
}

const strictTransport = (https: boolean): ReplyHeaders =>
  https ? { 'strict-transport-security': `max-age=${yearInSeconds}; includeSubDomains` } : {}

/**
 * Denies what pages, and the pages framed in them, do not need. They copy to the clipboard, read labels through the
 * camera with the screen on, and sign in with passkeys.
 */
export const permissionsPolicy = [
  ...['accelerometer', 'autoplay', 'display-capture', 'encrypted-media', 'fullscreen', 'geolocation'],
  ...['gyroscope', 'hid', 'idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment'],
  ...['picture-in-picture', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .concat(
    ['camera', 'screen-wake-lock', 'publickey-credentials-create', 'publickey-credentials-get'].map(
      (feature) => `${feature}=(self)`,
    ),
  )
  .join(', ')

/**
 * Returns the headers of pages. They allow our own origin and what `sources` names, inline code only by its digest, and
 * no evaluated code. Only addresses that the shell's policy accepts become scripts
 * (`shell/src/remotes/trusted-scripts.ts`).
 */
async function pageHeaders(
  sources: PageSources,
  { https, isOwnFrame }: { readonly https: boolean; readonly isOwnFrame: boolean },
): Promise<ReplyHeaders> {
  const self = "'self'"
  const setHeaders = helmet({
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
        frameAncestors: [isOwnFrame ? self : "'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // The path is left out: it may be a private link that a relay has changed.
    referrerPolicy: { policy: 'strict-origin' },
    strictTransportSecurity: https ? { maxAge: yearInSeconds, includeSubDomains: true } : false,
    xFrameOptions: { action: isOwnFrame ? 'sameorigin' : 'deny' },
  })
  // Helmet can only set headers on a response. This one is never sent.
  const res = new ServerResponse(new IncomingMessage(new Socket()))
  await setHeaders({ req: res.req, res } as Context, async () => undefined)
  const set = res.getHeaderNames().map((name) => [name, String(res.getHeader(name))])
  return { 'permissions-policy': permissionsPolicy, ...Object.fromEntries(set) }
}

/** Adds the folders of parts elsewhere: all that a part loads may lie in its folder. */
function sourcesWith(sources: PageSources, { styles, scripts, folders }: PageExtras): PageSources {
  const withFolders = (known: readonly string[] = []) => [...new Set([...known, ...folders])]
  return {
    ...sources,
    scripts: [...scripts, ...withFolders(sources.scripts)],
    styles: [...styles, ...withFolders(sources.styles)],
    connections: withFolders(sources.connections),
    images: withFolders(sources.images),
    fonts: withFolders(sources.fonts),
  }
}

/**
 * Scripts, styles, fonts and data of the bundles. Pages, which have the policies, load them; they are never documents
 * themselves. A first visit loads a dozen of them, and all policies on each would weigh more than a small script.
 */
const isOfBundle = (path: string): boolean => /^\/parts\/.*\.(js|css|json|map|woff2)$/.test(path)

/**
 * Returns whether a page of the site frames this page, as the preview in the settings does. No page can set these
 * headers; in a browser without them, no page can be framed.
 */
const isFramedByUs = (ctx: HttpContext): boolean =>
  ctx.get('sec-fetch-dest') === 'iframe' && ctx.get('sec-fetch-site') === 'same-origin'

/** Everything outside /api: the site's pages and files, which Koa sends as any Koa application does. */
export function pages(site: Site | undefined, https: boolean): (ctx: HttpContext) => Promise<void> {
  const sources = site?.sources ?? {}
  const prepareHeaders = (isOwnFrame: boolean) => {
    const cached = new WeakMap<PageExtras, Promise<ReplyHeaders>>()
    return (extras: PageExtras) => {
      const headers = cached.get(extras) ?? pageHeaders(sourcesWith(sources, extras), { https, isOwnFrame })
      cached.set(extras, headers)
      return headers
    }
  }
  const buildPageHeaders = prepareHeaders(false)
  const buildFrameHeaders = prepareHeaders(true)
  const fileHeaders = { 'x-content-type-options': 'nosniff', ...strictTransport(https) }
  const answer = async (ctx: HttpContext): Promise<ServedPage> => {
    if (ctx.method === 'GET' || ctx.method === 'HEAD') {
      const linkWithFragment = withFragment(ctx.req.url ?? '')
      if (linkWithFragment === null) return (await site?.serve(ctx)) ?? byKoa
      ctx.set({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
      ctx.status = 302
      ctx.set('location', linkWithFragment)
      return byKoa
    }
    ctx.status = 405
    ctx.set('allow', 'GET, HEAD')
    ctx.body = 'Pages can only be read.\n'
    return byKoa
  }
  return async (ctx) => {
    const { state } = ctx
    const id = { 'x-request-id': state.requestId }
    const buildHeaders = isFramedByUs(ctx) ? buildFrameHeaders : buildPageHeaders
    const { extras, reply } = await answer(ctx)
    if (reply) {
      state.headers = { ...(await buildHeaders(extras)), ...id }
      state.reply = reply
      return
    }
    const set = isOfBundle(ctx.path) ? fileHeaders : await buildHeaders(extras)
    // Headers of the answer win: files may be loaded from other origins.
    for (const [name, value] of Object.entries({ ...set, ...id }))
      if (!ctx.res.hasHeader(name)) ctx.set(name, value as string)
  }
}
