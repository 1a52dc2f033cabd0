import type { Role } from '@ultimate/events/language/roles.ts'
import { newLogin } from '@ultimate/events/staff/account.ts'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'

export interface LoginDraft {
  readonly username: string
  readonly email: string
  readonly role: Role
}

export interface AddedLogin {
  readonly username: string
  /** The password for the TD to pass on, on a site without a mail server; null where it is mailed. */
  readonly password: string | null
  /** The idempotency key of the request. */
  readonly key: string
}

export const emptyDraft: LoginDraft = { username: '', email: '', role: 'admin' }
export const loginFields = ['username', 'email', 'role'] as const satisfies readonly (keyof LoginDraft)[]

/** The form for a new login. */
export const addUserMachine = formMachine<LoginDraft, AddedLogin>({
  id: 'add-user',
  fields: loginFields,
  empty: emptyDraft,
  // The server uses the same schema.
  findErrors: (draft) => firstIssues(loginFields, newLogin.safeParse(draft)),
  failed: 'Failed to create temporary login',
  isDialog: true,
})
