import { passwordChange } from '@ultimate/events/staff/account.ts'
import { type FieldErrors, firstSentences } from '../field-errors.ts'

/** What the form holds. */
export interface PasswordDraft {
  readonly currentPassword: string
  readonly newPassword: string
  readonly confirmation: string
}
export type PasswordField = keyof PasswordDraft

export const emptyDraft: PasswordDraft = { currentPassword: '', newPassword: '', confirmation: '' }
export const passwordFields: readonly PasswordField[] = ['currentPassword', 'newPassword', 'confirmation']

export const isSameDraft = (one: PasswordDraft, other: PasswordDraft): boolean =>
  passwordFields.every((field) => one[field] === other[field])

/** By the schema that the server uses; that both are the same is asked of the form alone. */
export function errorsOf({ confirmation, ...change }: PasswordDraft): FieldErrors<PasswordField> {
  const errors = firstSentences(passwordFields, passwordChange.safeParse(change))
  return confirmation === change.newPassword ? errors : { ...errors, confirmation: 'New passwords do not match' }
}
