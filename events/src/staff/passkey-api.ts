import { z } from 'zod'
import { defineErrors } from '../language/domain-error.ts'
import { endpoint } from '../language/endpoint.ts'
import { anyStaff } from '../language/roles.ts'
import { requiredLine } from '../language/text/text.ts'
import { signedIn } from './account.ts'
import { ownPassword } from './second-factor-api.ts'

export const passkeyErrors = defineErrors({
  PASSKEY_REQUIRED: {
    status: 401,
    message: 'Your role needs more than the password. Please sign in with your passkey.',
  },
  PASSKEY_REFUSED: {
    status: 401,
    message: 'This passkey was not accepted. Please try again, or sign in with your password.',
  },
  PASSKEY_NOT_ADDED: { status: 422, message: 'This passkey could not be checked. Please try again.' },
  PASSKEY_EXISTS: { status: 409, message: 'This passkey was added before.' },
  TOO_MANY_PASSKEYS: { status: 409, message: 'You have 20 passkeys already. Remove one before you add another.' },
  PASSKEY_NOT_FOUND: { status: 404, message: 'You have no such passkey.' },
})

/** Longest name of a passkey, in UTF-16 units. */
export const maxPasskeyName = 60
export const passkeyName = requiredLine(maxPasskeyName, 'Please give the passkey a name.')

/** A passkey: the user's name for it, when it was added, and when the user last signed in with it. */
const passkey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  at: z.iso.datetime(),
  last_used: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof passkey>

/** Bytes in Base64 for addresses, as browsers give them. */
const bytes = (most: number) =>
  z
    .string()
    .max(most, 'This is too long.')
    .regex(/^[\w-]+$/, 'This must be Base64 for addresses.')

/** The request of a browser to an authenticator: PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
const creationOptions = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(z.strictObject({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreationOptions = z.infer<typeof creationOptions>

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn: any passkey of this site will do. */
const requestOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

/** The fields that an authenticator made. */
const attestation = { id: bytes(1400), clientDataJSON: bytes(4000), attestationObject: bytes(16_000) }
export type NewPasskey = z.infer<z.ZodObject<typeof attestation>>

/** The fields that an authenticator signed. */
const assertion = z.strictObject({
  id: bytes(1400),
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(2000),
  userHandle: bytes(100),
})
export type UsedPasskey = z.infer<typeof assertion>

/** Calls about passkeys. Part of `staffApi`. */
export const passkeyApi = {
  listPasskeys: endpoint({
    method: 'GET',
    path: '/api/auth/passkeys',
    summary: 'List your passkeys, oldest first',
    allow: anyStaff,
    answers: { 200: z.strictObject({ passkeys: z.array(passkey) }) },
    personal: true,
    whileRestricted: true,
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey-options',
    summary:
      'Begin to add a passkey: answers what the browser asks an authenticator for, good for five minutes. Takes your password, so that a device left signed in is not enough',
    allow: anyStaff,
    body: z.strictObject({ password: ownPassword }),
    answers: { 200: creationOptions },
    errors: ['TOO_MANY_PASSKEYS', 'WRONG_PASSWORD', 'TOO_MANY_SIGN_INS'],
    whileRestricted: true,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys',
    summary: 'Add the passkey that an authenticator has made; from then on it lets you in without the password',
    allow: anyStaff,
    body: z.strictObject({ name: passkeyName, ...attestation }),
    answers: { 201: z.strictObject({ passkey }) },
    errors: ['PASSKEY_NOT_ADDED', 'PASSKEY_EXISTS', 'TOO_MANY_PASSKEYS'],
    whileRestricted: true,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/auth/passkeys/{id}',
    summary:
      'Remove one of your passkeys; takes your password. Other devices on which it has let you in are signed out',
    allow: anyStaff,
    params: z.strictObject({ id: z.uuid('This is not the id of a passkey.') }),
    body: z.strictObject({ password: ownPassword }),
    answers: { 204: null },
    errors: ['PASSKEY_NOT_FOUND', 'WRONG_PASSWORD', 'TOO_MANY_SIGN_INS'],
  }),
  beginPasskeySignIn: endpoint({
    method: 'GET',
    path: '/api/auth/passkey-sign-in',
    summary: 'Begin to sign in with a passkey: answers what an authenticator has to sign, good for five minutes',
    allow: 'everyone',
    ignoresToken: true,
    answers: { 200: requestOptions },
    // Each challenge is given once, so no cache may keep it.
    personal: true,
  }),
  passkeySignIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkey-sign-in',
    summary: 'Sign in with what a passkey has signed, in place of password and code; answers a token',
    allow: 'everyone',
    ignoresToken: true,
    body: assertion,
    answers: { 200: signedIn },
    errors: ['PASSKEY_REFUSED', 'TOO_MANY_SIGN_INS'],
    limit: { name: 'passkey-sign-in', seconds: 15 * 60, rejectedPerNetwork: 50, error: 'TOO_MANY_SIGN_INS' },
  }),
}
