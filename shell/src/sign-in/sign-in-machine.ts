import type { User } from '@ultimate/events/staff/api.ts'
import type { FieldErrors } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

/** What the server gives to valid credentials. */
export interface Session {
  readonly user: User
  readonly token: string
  /** When the password ends, as long as it is a temporary one. */
  readonly password_ends?: string | undefined
}

const required: Credentials = { username: 'Username is required.', password: 'Password is required.' }
const fields = ['username', 'password'] as const

export const failed = 'Login failed'
export const networkFailed = 'Network error. Please try again.'

const missing = (credentials: Credentials): FieldErrors<keyof Credentials> =>
  Object.fromEntries(
    fields.filter((field) => credentials[field].trim() === '').map((field) => [field, required[field]]),
  )

/** One attempt after the other until the server accepts one. The password passes through and is never held. */
export const signInMachine = formMachine<Credentials, Session>({
  id: 'sign-in',
  fields,
  empty: { username: '', password: '' },
  errorsOf: missing,
  failed,
  keepsFailure: true,
  isFinal: true,
})
