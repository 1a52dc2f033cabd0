import { z } from 'zod'
import { defineErrors } from '../language/domain-error.ts'
import { endpoint } from '../language/endpoint.ts'
import { anyStaff, roles, tdOnly } from '../language/roles.ts'
import { cleanCode } from '../language/text/clean.ts'

export const secondFactorErrors = defineErrors({
  SECOND_FACTOR_REQUIRED: { status: 401, message: 'Please enter a code from your authenticator app as well.' },
  SECOND_FACTOR_WRONG: { status: 401, message: 'This code is not right, or was used before. Please enter a new one.' },
  WRONG_CODE: { status: 422, message: 'This code is not right, or was used before. Please enter a new one.' },
  SECOND_FACTOR_EXISTS: { status: 409, message: 'You have a second factor already. Remove it before you add another.' },
  CONFIRM_PASSWORD: {
    status: 403,
    message: 'You signed in here some time ago. Please enter your password, to show that it is you.',
  },
  SECOND_FACTOR_NOT_BEGUN: {
    status: 409,
    message: 'This setup has expired, or was started again elsewhere. Please start again.',
  },
  SECOND_FACTOR_NOT_FOUND: { status: 404, message: 'There is no second factor.' },
  OWN_SECOND_FACTOR: { status: 409, message: 'Remove your own second factor in Account Settings.' },
  OWN_SECOND_FACTOR_FIRST: {
    status: 409,
    message: 'Set up a second factor for yourself first, in Account Settings. Then you can ask others for theirs.',
  },
})

/** The user's own password, asked for again on a device that is signed in. */
export const ownPassword = z
  .string({ error: ({ input }) => (input === undefined ? 'Password is required.' : 'This must be text.') })
  .min(1, 'Password is required.')
  .max(1000, 'Please use at most 1000 characters.')

/** Six digits of an app, or a recovery code; people write both in groups. */
const code = z
  .string({ error: ({ input }) => (input === undefined ? 'A code is required.' : 'This must be text.') })
  .max(60, 'This is not a code.')
  .transform((text) => cleanCode(text).replace(/[\s-]/g, '').toLowerCase())
/** The code beside a password: an empty field is no code. */
export const optionalCode = code.transform((text) => text || undefined).optional()
export const enteredCode = code.refine((text) => /^(\d{6}|[a-z2-7]{16})$/.test(text), 'A code has six digits.')

const secondFactor = z.strictObject({
  /** True where signing in takes a code. */
  enabled: z.boolean(),
  /** True where the user's role needs one. */
  required: z.boolean(),
  /** True if this session may only set one up, because it began without a code and without a passkey. */
  restricted: z.boolean(),
  /** The number of recovery codes that were not used yet. */
  recovery_codes_left: z.int(),
})
export type SecondFactor = z.infer<typeof secondFactor>

const namesShown = 5

/** Describes who has no second factor, and what a rule lets them do until they have one; null where everyone has one. */
export function describeLockedOut(names: readonly string[]): string | null {
  if (names.length === 0) return null
  const [shown, more] = [names.slice(0, namesShown), names.length - namesShown]
  const who = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const have = names.length === 1 ? 'One person has' : `${names.length} people have`
  return `${have} none yet: ${who}. From now on, and at their next sign-in, all they can do is set one up.`
}

const rolesToRequire = z.strictObject({
  roles: z
    .array(z.enum(roles))
    .max(roles.length)
    .transform((list) => roles.filter((role) => list.includes(role))),
})

/** Calls about the second factor of sign-in. Part of `staffApi`. */
export const secondFactorApi = {
  readSecondFactor: endpoint({
    method: 'GET',
    path: '/api/auth/totp',
    summary: 'Read whether you have a second factor, whether you need one, and how many recovery codes are left',
    allow: anyStaff,
    answers: { 200: secondFactor },
    personal: true,
    whileRestricted: true,
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/totp',
    summary:
      'Begin to set up a second factor: answers the secret for an authenticator app, which counts once confirmed. More than ten minutes after the sign-in it takes your password, so that a device left signed in is not enough',
    allow: anyStaff,
    body: z.strictObject({ password: ownPassword.optional() }).optional(),
    answers: { 200: z.strictObject({ secret: z.string(), uri: z.string() }) },
    errors: ['SECOND_FACTOR_EXISTS', 'CONFIRM_PASSWORD', 'WRONG_PASSWORD', 'TOO_MANY_SIGN_INS'],
    whileRestricted: true,
  }),
  addSecondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/totp/confirm',
    summary:
      'Confirm the second factor with a code of the app; answers recovery codes, once. Your other devices are signed out',
    allow: anyStaff,
    body: z.strictObject({ code: enteredCode }),
    answers: { 200: z.strictObject({ recovery_codes: z.array(z.string()) }) },
    errors: ['WRONG_CODE', 'SECOND_FACTOR_EXISTS', 'SECOND_FACTOR_NOT_BEGUN', 'TOO_MANY_SIGN_INS'],
    whileRestricted: true,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/auth/totp/recovery-codes',
    summary: 'Make new recovery codes in place of yours, which end; takes your password. Answers them, once',
    allow: anyStaff,
    body: z.strictObject({ password: ownPassword }),
    answers: { 200: z.strictObject({ recovery_codes: z.array(z.string()) }) },
    errors: ['SECOND_FACTOR_NOT_FOUND', 'WRONG_PASSWORD', 'TOO_MANY_SIGN_INS'],
  }),
  removeSecondFactor: endpoint({
    method: 'DELETE',
    path: '/api/auth/totp',
    summary: 'Remove your own second factor; takes your password, so that a device left signed in is not enough',
    allow: anyStaff,
    body: z.strictObject({ password: ownPassword }),
    answers: { 204: null },
    errors: ['SECOND_FACTOR_NOT_FOUND', 'WRONG_PASSWORD', 'TOO_MANY_SIGN_INS'],
  }),
  removeSecondFactorOf: endpoint({
    method: 'DELETE',
    path: '/api/auth/users/{id}/second-factor',
    summary:
      'Take away the second factor of a user who has lost it, and their passkeys; they are signed out everywhere',
    allow: tdOnly,
    params: z.strictObject({ id: z.uuid('This is not the id of a user.') }),
    answers: { 204: null },
    errors: ['USER_NOT_FOUND', 'SECOND_FACTOR_NOT_FOUND', 'OWN_SECOND_FACTOR'],
  }),
  listSecondFactorRoles: endpoint({
    method: 'GET',
    path: '/api/auth/second-factor',
    summary: 'List the roles that need a second factor',
    allow: tdOnly,
    answers: { 200: z.strictObject({ roles: z.array(z.enum(roles)) }) },
  }),
  requireSecondFactor: endpoint({
    method: 'PUT',
    path: '/api/auth/second-factor',
    summary:
      'Choose which roles need a second factor. From then on a user of such a role who has none may only set one up. The caller needs a second factor',
    allow: tdOnly,
    body: rolesToRequire,
    answers: { 200: z.strictObject({ roles: z.array(z.enum(roles)) }) },
    errors: ['OWN_SECOND_FACTOR_FIRST'],
  }),
}
