import { type Profile, profile } from '@ultimate/events/staff/account.ts'
import { type FieldErrors, firstSentences } from '../field-errors.ts'

export type ProfileField = keyof Profile
export const profileFields: readonly ProfileField[] = ['full_name', 'email']

/** By the schema that the server uses. */
export const errorsOf = (draft: Profile): FieldErrors<ProfileField> =>
  firstSentences(profileFields, profile.safeParse(draft))

export const isSameProfile = (one: Profile, other: Profile): boolean =>
  profileFields.every((field) => one[field] === other[field])

export const cleaned = (draft: Profile): Profile => profile.parse(draft)
