import { passwordReset } from '@ultimate/events/staff/account.ts'
import { type FieldErrors, firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'

/** What the form holds. */
export interface ResetDraft {
  readonly newPassword: string
  readonly confirmation: string
  /** Asked for where the user has a second factor; null before. */
  readonly code: string | null
}

export const resetFields = ['newPassword', 'confirmation', 'code'] as const

/** How the server judged the link. */
export type Judgement = { readonly link: 'good' } | { readonly link: 'over'; readonly sentence: string }

/** By the schema that the server uses; that both are the same is asked of the form alone. */
function findErrors({ newPassword, confirmation, code }: ResetDraft): FieldErrors<keyof ResetDraft> {
  const errors = firstIssues(resetFields, passwordReset.safeParse({ token: '', newPassword }))
  return {
    ...errors,
    ...(confirmation !== newPassword && { confirmation: 'New passwords do not match' }),
    ...(code?.trim() === '' && { code: 'Please enter a code of your authenticator app' }),
  }
}

/** A new password, until the link has set it or has turned out to be over. */
export const resetMachine = formMachine<ResetDraft, Judgement>({
  id: 'reset-password',
  fields: resetFields,
  empty: { newPassword: '', confirmation: '', code: null },
  findErrors,
  failed: 'Failed to set the password. Please try again.',
  validatedWith: { newPassword: ['confirmation'] },
  isFinal: true,
})
