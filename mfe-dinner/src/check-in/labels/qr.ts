import encode from 'qr'
import decode from 'qr/decode.js'

/** The dark modules of a QR code as one path, for a `viewBox` of `size`. Drawn by hand: no text becomes markup here. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const rows = encode(text, 'raw', { ecc: 'medium', border: 2 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size: rows.length }
}

/** The text of a QR code in a picture; null where there is none to be read. */
export function readQr(picture: Pick<ImageData, 'width' | 'height' | 'data'>): string | null {
  try {
    return decode(picture)
  } catch {
    // The library throws for every picture without a code, as most camera pictures are.
    return null
  }
}
