import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { HttpContext } from '../state.ts'

const absolute = /^https?:\/\//i
const neverInHost = /[^\x21-\x7e]|[,/?#@\\]/

/**
 * Rejects a request whose target is no path, or whose Host is no host name or is given twice (RFC 9112, 3.2), before
 * anything reads it.
 */
export function requireTarget(ctx: HttpContext): void {
  const { url = '', method, headers, rawHeaders } = ctx.req
  const isPath =
    url.startsWith('/') || (method === 'OPTIONS' && url === '*') || (absolute.test(url) && URL.canParse(url))
  if (!isPath || !isHost(headers.host) || hasTwoHosts(rawHeaders) || !hasPath(ctx)) platformErrors.fail('MALFORMED')
}

/** Returns the path for logs as it was sent, because it may be impossible to parse. A very long path is cut off. */
export const sentPath = (url: string | undefined): string => (url ?? '').split('?', 1)[0]?.slice(0, 200) ?? ''

const escapedHash = /%(?:25)*23/i
/** An escaped `#` that begins a secret: others in a query may be searched for. */
const escapedSecret = /%(?:25)*23(?:token|link)(?:=|%(?:25)*3d)/i

/**
 * Returns the right address of a private link whose `#` a relay has escaped, perhaps more than once: `/team#token=…`
 * for `/team%23token=…`. Null for all other addresses. Browsers send no fragments, neither in requests nor as Referer.
 */
export function withFragment(url: string): string | null {
  const inPath = (url.split('?', 1)[0] ?? '').search(escapedHash)
  const at = inPath < 0 ? url.search(escapedSecret) : inPath
  if (at < 0) return null
  // Begins with exactly one slash, because two would lead to another host.
  return `${url.slice(0, at).replace(/^[\\/]*/, '/')}#${url.slice(at).replace(escapedHash, '')}`
}

/** Cached, because nearly all requests name the same host. */
let lastGoodHost = ''

/** Returns whether a Host is acceptable. It is absent in HTTP/1.0, and empty if the target has no host. */
function isHost(host: string | undefined): boolean {
  if (!host || host === lastGoodHost) return true
  if (neverInHost.test(host) || !URL.canParse(`http://${host}/`)) return false
  lastGoodHost = host
  return true
}

/** Returns whether there are two Hosts. `node:http` takes the first one, a proxy in front perhaps the last. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Koa parses the target for its path, which may fail. */
function hasPath(context: HttpContext): boolean {
  try {
    return typeof context.path === 'string'
  } catch {
    return false
  }
}
