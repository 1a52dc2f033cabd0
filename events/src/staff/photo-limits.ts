import { defineErrors } from '../language/domain-error.ts'

/** Maximum bytes of a photo's file; a file of exactly this size is accepted. */
export const maxPhoto = 10 * 1024 * 1024

/** Maximum characters of a photo's title. */
export const maxPhotoTitleLength = 120

/** The errors of photos, both of their rules and of the requests. */
export const photoErrors = /* @__PURE__ */ defineErrors({
  PHOTO_NOT_FOUND: { status: 404, message: 'This photo is no longer there.' },
  PHOTO_INCOMPLETE: { status: 422, message: 'Please provide both title and image' },
  PHOTO_INVALID: { status: 422, message: 'Please select a valid image file' },
  PHOTO_HEIC: {
    status: 422,
    message: 'This is a HEIC photo, which most browsers cannot show. Please export it as JPEG and try again.',
  },
  PHOTO_TOO_LARGE: { status: 413, message: 'File size must be less than 10MB' },
})
