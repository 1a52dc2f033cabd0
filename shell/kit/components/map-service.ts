const service = 'https://www.openstreetmap.org'

/** The page of the map service that finds an address. */
export const mapOf = (address: string): string => `${service}/search?query=${encodeURIComponent(address)}`

/** A map to frame. `bounds` are west, south, east and north, in degrees. */
export const embeddedMap = (bounds: readonly number[]): string =>
  `${service}/export/embed.html?bbox=${encodeURIComponent(bounds.join(','))}&layer=mapnik`

/** How long we wait for the service before the drawing has to do, in milliseconds. */
const patience = 8000

/** Whether an answer of any kind comes from there. A frame would not tell: it loads an error page just as well. */
export async function isReachable(address: string): Promise<boolean> {
  try {
    await fetch(address, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(patience),
    })
    return true
  } catch {
    return false
  }
}
