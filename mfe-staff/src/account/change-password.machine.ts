import { passwordChange } from '@ultimate/events/staff/account.ts'
import { type FieldErrors, firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'

export interface PasswordDraft {
  readonly currentPassword: string
  readonly newPassword: string
  readonly confirmation: string
}
export type PasswordField = keyof PasswordDraft

export const emptyDraft: PasswordDraft = { currentPassword: '', newPassword: '', confirmation: '' }
export const passwordFields: readonly PasswordField[] = ['currentPassword', 'newPassword', 'confirmation']

/** Checks with the server's schema. Only the form checks that both new passwords are the same. */
function findErrors({ confirmation, ...change }: PasswordDraft): FieldErrors<PasswordField> {
  const errors = firstIssues(passwordFields, passwordChange.safeParse(change))
  return confirmation === change.newPassword ? errors : { ...errors, confirmation: 'New passwords do not match' }
}

/** The form for a new password. Its answer holds a new token, so a request without an answer is sent again. */
export const passwordMachine = formMachine<PasswordDraft>({
  id: 'password',
  fields: passwordFields,
  empty: emptyDraft,
  findErrors,
  failed: 'Failed to change password',
  validatedWith: { newPassword: ['confirmation'] },
})
