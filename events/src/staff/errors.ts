import { defineErrors } from '../language/domain-error.ts'
import { accountErrors } from '../platform/errors.ts'

/** What the rules of users refuse. Without schemas, so that browsers run the rules too; `api.ts` adds what requests refuse. */
export const userErrors = defineErrors({
  ...accountErrors,
  USER_NOT_FOUND: { status: 404, message: 'There is no such user.' },
  OWN_ACCOUNT: { status: 409, message: 'You cannot remove your own account.' },
  LAST_TD: { status: 409, message: 'The last TD cannot be removed.' },
})

/** What is refused of photos, by their rules and by the requests. */
export const photoErrors = defineErrors({
  PHOTO_NOT_FOUND: { status: 404, message: 'This photo is no longer there.' },
  PHOTO_INCOMPLETE: { status: 422, message: 'Please provide both title and image' },
  PHOTO_INVALID: { status: 422, message: 'Please select a valid image file' },
  PHOTO_HEIC: {
    status: 422,
    message: 'This is a HEIC photo, which most browsers cannot show. Please export it as JPEG and try again.',
  },
  PHOTO_TOO_LARGE: { status: 413, message: 'File size must be less than 10MB' },
})
