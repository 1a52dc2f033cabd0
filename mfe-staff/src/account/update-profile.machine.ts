import { type Profile, profile } from '@ultimate/events/staff/account.ts'
import { type FieldErrors, firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'

export const profileFields = ['full_name', 'email'] as const satisfies readonly (keyof Profile)[]

/** Checks with the server's schema. */
export const findErrors = (draft: Profile): FieldErrors<keyof Profile> =>
  firstIssues(profileFields, profile.safeParse(draft))

/** The profile that the server has stored, and the idempotency key of the request. */
export interface SavedProfile {
  readonly profile: Profile
  readonly key: string
}

/** Name and address of the signed-in user. Once they are accepted, the form shows the profile that the server stored. */
export const profileMachine = formMachine<Profile, SavedProfile>({
  id: 'profile',
  fields: profileFields,
  empty: { full_name: '', email: '' },
  findErrors,
  failed: 'Failed to update profile',
  afterwards: (saved) => saved.profile,
  isEdit: true,
})
