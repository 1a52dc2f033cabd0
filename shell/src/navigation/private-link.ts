/** The `#` of a mailed link as relays escape it, perhaps more than once. */
const escapedHash = /%(?:25)*23/i
/** An escaped `#` in the query that begins a secret. Other ones stay, because a visitor may search for a `#`. */
const escapedSecret = /%(?:25)*23(?=(?:token|link)(?:=|%(?:25)*3d))/i
const secret = /^#(?:.*?&)?(token|link)=(.*)$/is
/** Characters copied with a link, or left in it by a wrapped line: spaces, `=` at its ends, invisible characters. */
const noise = /[\s=\p{Z}\p{C}\p{M}]+/gu
/**
 * An `=` before the token, as quoted-printable writes it. Only a token that resets a password may itself begin with
 * `3D`: it has 43 characters.
 */
const escapedEquals = /^3D(?!.{41}$)/
const tokenInside = /^[\w.-]*[\w-]/

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>

/**
 * Returns the address of a private link before a mail program, a relay or copying changed it: `/bid#token=abc` for
 * `/bid%23token=abc`. Null where there is nothing to mend.
 */
export function mendedAddress({ pathname, search, hash }: Address): string | null {
  const opened = pathname + search + hash
  const escaped = escapedHash.test(pathname) ? escapedHash : escapedSecret.test(search) ? escapedSecret : null
  const address = escaped ? opened.replace(escaped, '#') : opened
  const hashAt = address.indexOf('#')
  if (hashAt < 0) return null
  const fragment = decode(address.slice(hashAt))
  const [, name, token = ''] = secret.exec(fragment) ?? []
  const isPrivate = name !== undefined
  if (!isPrivate && !escaped) return null
  const path = (address.slice(0, hashAt).split('?')[0] ?? '').replace(/(?<=.)\/$/, '')
  const mended = path + (isPrivate ? `#${name.toLowerCase()}=${cleanToken(token)}` : fragment)
  return mended === pathname + hash ? null : mended
}

/** Mends the address before anything reads it: at the start, and when another link is opened in the same page. */
export function mendAddress(): void {
  const mended = mendedAddress(window.location)
  if (mended !== null) history.replaceState(history.state, '', mended)
}

/** Cuts off what was added to track the reader (`&utm_source=mail`), and characters that no token has. */
function cleanToken(text: string): string {
  const cleaned = (text.split(/[&?#]/)[0] ?? '').replace(noise, '').replace(escapedEquals, '')
  return tokenInside.exec(cleaned)?.[0] ?? ''
}

/** Decodes a text that was encoded up to three times. */
function decode(text: string): string {
  let current = text
  for (let times = 0; times < 3 && current.includes('%'); times++) {
    try {
      current = decodeURIComponent(current)
    } catch {
      return current
    }
  }
  return current
}
