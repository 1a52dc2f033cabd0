import { createHash } from 'node:crypto'

/**
 * By what name events know the holder of a `visitor` cookie: whoever reads the log or the audit cannot make the cookie
 * from it.
 */
export function visitorIdOf(cookie: string): string {
  return createHash('sha256').update(`visitor ${cookie}`).digest('base64url').slice(0, 22)
}
