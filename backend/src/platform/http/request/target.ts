import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { HttpContext, HttpMiddleware } from '../state.ts'

const absolute = /^https?:\/\//i
const neverInHost = /[^\x21-\x7e]|[,/?#@\\]/

/**
 * Refuses what no server could make sense of before anything reads it: a target that is no path, and a Host that is
 * missing a name or given twice (RFC 9112, 3.2).
 */
export const requireTarget: HttpMiddleware = (ctx, next) => {
  const { url = '', method, headers, rawHeaders } = ctx.req
  const isPath = url.startsWith('/') || (method === 'OPTIONS' && url === '*') || (absolute.test(url) && canParse(url))
  if (!isPath || !isHost(headers.host) || isDoubled(rawHeaders) || !hasPath(ctx)) platformErrors.fail('MALFORMED')
  return next()
}

/** The path as it was sent, for logs: it may be one that cannot be parsed, and a log is no place for kilobytes. */
export const sentPath = (url: string | undefined): string => (url ?? '').split('?', 1)[0]?.slice(0, 200) ?? ''

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
