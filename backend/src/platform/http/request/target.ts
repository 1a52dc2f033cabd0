import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { HttpContext } from '../state.ts'

const absolute = /^https?:\/\//i
const neverInHost = /[^\x21-\x7e]|[,/?#@\\]/

/**
 * Refuses what no server could make sense of before anything reads it: a target that is no path, and a Host that is
 * missing a name or given twice (RFC 9112, 3.2).
 */
export function requireTarget(ctx: HttpContext): void {
  const { url = '', method, headers, rawHeaders } = ctx.req
  const isPath = url.startsWith('/') || (method === 'OPTIONS' && url === '*') || (absolute.test(url) && canParse(url))
  if (!isPath || !isHost(headers.host) || isDoubled(rawHeaders) || !hasPath(ctx)) platformErrors.fail('MALFORMED')
}

/** The path as it was sent, for logs: it may be one that cannot be parsed, and a log is no place for kilobytes. */
export const sentPath = (url: string | undefined): string => (url ?? '').split('?', 1)[0]?.slice(0, 200) ?? ''

const escapedHash = /%(?:25)*23/i
/** An escaped `#` that begins a secret: others in a query may be searched for. */
const escapedSecret = /%(?:25)*23(?:token|link)(?:=|%(?:25)*3d)/i

/**
 * Returns the right address of a private link whose `#` a relay has escaped, perhaps more than once; null for all other
 * addresses. Browsers send no fragment, and from then on no Referer with it.
 */
export function withFragment(url: string): string | null {
  const inPath = (url.split('?', 1)[0] ?? '').search(escapedHash)
  const at = inPath < 0 ? url.search(escapedSecret) : inPath
  if (at < 0) return null
  // One slash alone: two would lead to another host.
  return `${url.slice(0, at).replace(/^[\\/]*/, '/')}#${url.slice(at).replace(escapedHash, '')}`
}

const canParse = (url: string): boolean => URL.canParse(url)

/** Nearly all requests name the same one. */
let lastGoodHost = ''

/** Absent in HTTP/1.0, and empty where the target has no host. */
function isHost(host: string | undefined): boolean {
  if (!host || host === lastGoodHost) return true
  if (neverInHost.test(host) || !canParse(`http://${host}/`)) return false
  lastGoodHost = host
  return true
}

/** `node:http` keeps the first one, a proxy in front perhaps the last. */
function isDoubled(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

function hasPath(context: HttpContext): boolean {
  try {
    return typeof context.path === 'string'
  } catch {
    return false
  }
}
