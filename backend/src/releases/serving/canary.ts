import { createHmac, hkdfSync } from 'node:crypto'

export const canaryCookie = 'canary'
/** The longest time that browsers store a cookie. */
export const canaryCookieSeconds = 400 * 24 * 60 * 60

/** A random id, as the cookie holds it. */
export const canaryId = /^[\w-]{22}$/

/** A visitor and a version of which some visitors get a share. */
export interface Draw {
  readonly visitor: string
  readonly part: string
  readonly version: string
  readonly percent: number
}

/**
 * Decides if a visitor gets a canary. The draw is stable: a larger share includes all visitors of a smaller one, and
 * the next version draws others. It is a keyed hash, so that no client can make an id that is always, or never, drawn.
 */
export function canaryDraw(secret: string): (draw: Draw) => boolean {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'canaries of parts', 32))
  return ({ visitor, part, version, percent }) => {
    const digest = createHmac('sha256', key).update(`${part}\n${version}\n${visitor}`).digest()
    return digest.readUIntBE(0, 6) / 2 ** 48 < percent / 100
  }
}
