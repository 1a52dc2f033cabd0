import { createHmac, hkdfSync } from 'node:crypto'

export const canaryCookie = 'canary'
/** As long as browsers keep a cookie at most. */
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
 * Tells whether a visitor is among those who get a canary: the same one always, of a larger share whoever was in a smaller
 * one, and of the next version others. A keyed hash, so that nobody can make an id that is always, or never, drawn.
 */
export function canaryDraw(secret: string): (draw: Draw) => boolean {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'canaries of parts', 32))
  return ({ visitor, part, version, percent }) => {
    const digest = createHmac('sha256', key).update(`${part}\n${version}\n${visitor}`).digest()
    return digest.readUIntBE(0, 6) / 2 ** 48 < percent / 100
  }
}
