import { defineErrors } from '../language/domain-error.ts'

/** Bytes of a logo's file at most. */
export const maxLogoBytes = 4 * 1024 * 1024

/** Pixels of a logo at most: what a dense screen needs for the place that the header has. */
export const logoSize = { width: 480, height: 160 }

export const logoErrors = /* @__PURE__ */ defineErrors({
  LOGO_INVALID: { status: 422, message: 'Please choose a PNG, JPEG or WebP picture.' },
  LOGO_TOO_LARGE: { status: 413, message: 'Please choose a picture of at most 4 MB.' },
  LOGO_NOT_FOUND: { status: 404, message: 'This logo is no longer there.' },
})

export const logoMissing = 'Please choose the picture of the logo again.'
