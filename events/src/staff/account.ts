import { z } from 'zod'
import { roles } from '../language/roles.ts'
import { isStaffMailbox, maxEmailLength, requiredEmail } from '../language/text/email.ts'
import { cannotStore, codeLine, isVisible, requiredName } from '../language/text/text.ts'
import { user } from '../platform/api.ts'
import { optionalCode } from './second-factor-api.ts'

/** Longest accepted texts, in UTF-16 units. The forms and the server use the same. */
export const maxLength = { username: 100, fullName: 100, email: maxEmailLength, password: 1000 } as const
export const minPasswordLength = 6

// Characters that draw nothing, or change how others are drawn, belong to no username. A full name may need some of them.
const formatting = /\p{Cf}/u
const formattingInName = /[\p{Cf}--[\u200C\u200D\u{E0020}-\u{E007F}]]/v

const email = requiredEmail(
  { missing: 'Email is required', invalid: 'Please enter a valid email address' },
  isStaffMailbox,
)
const username = codeLine(maxLength.username, 'Username is required')
  .refine(isVisible, 'Username is required')
  .refine((value) => !formatting.test(value), cannotStore)
const fullName = requiredName(maxLength.fullName, 'Full name is required').refine(
  (value) => !formattingInName.test(value),
  cannotStore,
)

/**
 * The answer to a sign-in. `password_ends` is present while the password is a temporary one, `second_factor_needed`
 * while the token is good for setting one up alone.
 */
export const signedIn = z.strictObject({
  user,
  token: z.string(),
  password_ends: z.iso.datetime().optional(),
  second_factor_needed: z.literal(true).optional(),
})

/** The details that the TD enters for a new user. */
export const newLogin = z.strictObject({
  username,
  email,
  role: z.enum(roles, 'Role is TD, admin or helper').default('admin'),
})

/** The details of their own account that users may change. */
export const profile = z.strictObject({ full_name: fullName, email })
export type Profile = z.output<typeof profile>

const tooLong = `Please use at most ${maxLength.password} characters`
const enteredPassword = (whenMissing: string) =>
  // Taken as it is: every typed character belongs to the password.
  z
    .string({ error: ({ input }) => (input === undefined ? whenMissing : 'This must be text.') })
    .max(maxLength.password, tooLong)

const newPassword = enteredPassword('New password is required').min(
  minPasswordLength,
  `New password must be at least ${minPasswordLength} characters long`,
)

export const passwordChange = z.strictObject({
  currentPassword: enteredPassword('Current password is required').min(1, 'Current password is required'),
  newPassword,
})
export type PasswordChange = z.output<typeof passwordChange>

/** The request of a user who has forgotten their password. */
export const passwordResetRequest = z.strictObject({ email })

/** `token` comes with the mailed link. */
export const passwordReset = z.strictObject({
  token: z.string().max(200, 'This is not the token of a link.'),
  code: optionalCode,
  newPassword,
})
