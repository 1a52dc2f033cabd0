import { defineErrors } from '../language/domain-error.ts'

/** Maximum bytes of a logo's file. */
export const maxLogoBytes = 4 * 1024 * 1024

/** Maximum pixels of a logo: enough for its place in the header on a dense screen. */
export const logoSize = { width: 480, height: 160 }

export const logoErrors = /* @__PURE__ */ defineErrors({
  LOGO_INVALID: { status: 422, message: 'Please choose a PNG, JPEG or WebP picture.' },
  LOGO_TOO_LARGE: { status: 413, message: 'Please choose a picture of at most 4 MB.' },
  LOGO_NOT_FOUND: { status: 404, message: 'This logo is no longer there.' },
})

export const logoMissing = 'Please choose the picture of the logo again.'
