import { defineErrors } from '../language/domain-error.ts'

export const photoErrors = defineErrors({
  PHOTO_NOT_FOUND: { status: 404, message: 'This photo is no longer there.' },
  PHOTO_INCOMPLETE: { status: 422, message: 'Please provide both title and image' },
  PHOTO_INVALID: { status: 422, message: 'Please select a valid image file' },
  PHOTO_TOO_LARGE: { status: 413, message: 'File size must be less than 10MB' },
})
