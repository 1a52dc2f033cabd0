import type { Role } from '@ultimate/events/language/roles.ts'
import { type NewLogin, newLogin } from '@ultimate/events/staff/account.ts'
import { type FieldErrors, firstSentences } from '../field-errors.ts'

/** What the form holds. */
export interface LoginDraft {
  readonly username: string
  readonly email: string
  readonly role: Role
}
export type LoginField = keyof LoginDraft

export const emptyDraft: LoginDraft = { username: '', email: '', role: 'admin' }
export const loginFields: readonly LoginField[] = ['username', 'email', 'role']

/** By the schema that the server uses. */
export const errorsOf = (draft: LoginDraft): FieldErrors<LoginField> =>
  firstSentences(loginFields, newLogin.safeParse(draft))

export const isSameDraft = (one: LoginDraft, other: LoginDraft): boolean =>
  loginFields.every((field) => one[field] === other[field])

export const cleaned = (draft: LoginDraft): NewLogin => newLogin.parse(draft)
