import decode from 'qr/decode.js'

/** The text of a QR code in a picture; null where there is none to be read. */
export function readQr(picture: Pick<ImageData, 'width' | 'height' | 'data'>): string | null {
  try {
    return decode(picture)
  } catch {
    // The library throws for every picture without a code, as most camera pictures are.
    return null
  }
}
