import type { User } from '@ultimate/events/staff/api.ts'
import type { FieldErrors } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
  /** The code of the second factor: absent until the server has asked for it. */
  readonly code?: string
}

/** The answer of the server to valid credentials. */
export interface GrantedSession {
  readonly user: User
  readonly token: string
  /** The end of the password, if it is a temporary one. */
  readonly password_ends?: string | undefined
  /** The role needs a second factor, and the user has to set one up first. */
  readonly second_factor_needed?: true | undefined
}

const required = {
  username: 'Username is required.',
  password: 'Password is required.',
  code: 'Please enter a code.',
} as const
const fields = ['username', 'password', 'code'] as const

export const failed = 'Login failed'
export const networkFailed = 'Network error. Please try again.'

const findMissing = (credentials: Credentials): FieldErrors<keyof Credentials> =>
  Object.fromEntries(
    fields.filter((field) => credentials[field]?.trim() === '').map((field) => [field, required[field]]),
  )

/** Sends one attempt after the other until the server accepts. The password passes through and is never stored. */
export const signInMachine = formMachine<Credentials, GrantedSession>({
  id: 'sign-in',
  fields,
  empty: { username: '', password: '' },
  findErrors: findMissing,
  failed,
  keepsFailure: true,
  isFinal: true,
})
