import { defineErrors } from '../language/domain-error.ts'

/** Bytes of a logo's file at most. */
export const largestLogo = 4 * 1024 * 1024

/** Pixels of a logo at most: what a dense screen needs for the place that the header has. */
export const logoSize = { width: 480, height: 160 }

/** What is refused of logos. */
export const logoErrors = /* @__PURE__ */ defineErrors({
  LOGO_INVALID: { status: 422, message: 'Please choose a PNG, JPEG or WebP picture.' },
  LOGO_TOO_LARGE: { status: 413, message: 'Please choose a picture of at most 4 MB.' },
  LOGO_NOT_FOUND: { status: 404, message: 'This logo is no longer there.' },
})

export const logoMissing = 'Please choose the picture of the logo again.'

/** Named by what is in it and by its size, so that a page leaves room for it before it has come. */
const fileName = /[0-9a-f]{64}-[1-9]\d{0,2}x[1-9]\d{0,2}\.webp/
export const logoName = new RegExp(`^${fileName.source}$`)

const folder = '/api/edition/logo/'
export const logoAddress = new RegExp(`^${folder}${fileName.source}$`)

interface LogoFile {
  readonly hash: string
  readonly width: number
  readonly height: number
}

export const writeLogoAddress = ({ hash, width, height }: LogoFile): string =>
  `${folder}${hash}-${width}x${height}.webp`

/** The hash of the file behind an address or a name of it. */
export const logoHashOf = (address: string): string => /[0-9a-f]{64}/.exec(address)?.[0] ?? ''

/** `240 × 80 pixels`. */
export const writeLogoSize = (address: string): string => `${/-(\d+)x(\d+)/.exec(address)?.slice(1).join(' × ')} pixels`
