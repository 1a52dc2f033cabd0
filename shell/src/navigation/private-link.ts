/** The `#` of a mailed link as relays escape it, perhaps more than once. */
const escapedHash = /%(?:25)*23/i
const secret = /^#(?:.*?&)?(token|link)=(.*)$/is
/** What a reader may copy with a link, or a wrapped line leaves in it: spaces, `=` at its ends, invisible characters. */
const noise = /[\s=\p{Z}\p{C}\p{M}]+/gu
const tokenInside = /^[\w.-]*[\w-]/

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>

/** The address that a private link had before a mail program, a relay or a copying hand changed it; null where it is as it was. */
export function mendedAddress({ pathname, search, hash }: Address): string | null {
  const sent = pathname + search + hash
  const inHash = pathname.search(escapedHash) < 0 && search.search(escapedHash) < 0
  const whole = inHash ? sent : sent.replace(escapedHash, '#')
  const at = whole.indexOf('#')
  if (at < 0) return null
  const fragment = decoded(whole.slice(at))
  const found = secret.exec(fragment)
  if (!found && inHash) return null
  const path = (whole.slice(0, at).split('?')[0] ?? '').replace(/(?<=.)\/$/, '')
  const mended = path + (found ? `#${found[1]?.toLowerCase()}=${tokenIn(found[2] ?? '')}` : fragment)
  return mended === pathname + hash ? null : mended
}

/** Mends the address before anything reads it: at the start, and when another link is opened in the same page. */
export function mendAddress(): void {
  const mended = mendedAddress(window.location)
  if (mended !== null) history.replaceState(history.state, '', mended)
}

/** Behind `&`, `?` or `#` stands what was added to follow the reader. */
function tokenIn(text: string): string {
  const cleaned = (text.split(/[&?#]/)[0] ?? '').replace(noise, '')
  return tokenInside.exec(cleaned)?.[0] ?? ''
}

function decoded(text: string): string {
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
