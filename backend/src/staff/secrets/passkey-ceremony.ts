import type { NewPasskey, PasskeyCreationOptions, UsedPasskey } from '@ultimate/events/staff/passkey-api.ts'
import { challengeLifetimeMs, type PasskeyCredential } from './passkeys.ts'

/** The site as browsers know it: its passkeys belong to `id`, and answer on pages of these origins alone. */
export interface RelyingParty {
  readonly id: string
  readonly origins: readonly string[]
}

/**
 * Identifies the site by its public address. A site without one is under trial, and has the address that the browser
 * used. Browsers allow passkeys only to pages from https or from this computer.
 */
export function relyingParty(siteUrl: string, host: string): RelyingParty {
  const { hostname, origin } = new URL(siteUrl)
  const requested = hostname === 'localhost' ? URL.parse(`http://${host}`) : null
  if (!requested) return { id: hostname, origins: [origin] }
  return { id: requested.hostname, origins: [`http://${requested.host}`, `https://${requested.host}`] }
}

/** The values that a ceremony is checked against. */
export interface Expected {
  readonly party: RelyingParty
  readonly isOpen: (challenge: string) => boolean
}

/** EdDSA, ES256 and RS256, which all authenticators of today choose from. */
const algorithms = [-8, -7, -257]

/**
 * Returns the options for a passkey that is found without a username, and that verifies its user by face, finger or
 * PIN: a stolen device is not enough.
 */
export function creationOptions(
  { id, name }: Pick<RelyingParty, 'id'> & { readonly name: string },
  user: { readonly id: string; readonly username: string; readonly full_name: string },
  { challenge, existingIds }: { readonly challenge: string; readonly existingIds: readonly string[] },
): PasskeyCreationOptions {
  return {
    challenge,
    rp: { id, name },
    user: { id: userHandle(user.id), name: user.username, displayName: user.full_name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifetimeMs,
    excludeCredentials: existingIds.map((credential) => ({ type: 'public-key', id: credential })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** The id that an authenticator stores for the user, and returns when it signs. */
const userHandle = (userId: string): string => Buffer.from(userId).toString('base64url')

/** Fields of a credential that the library demands, and that are the same for each. */
const sameFields = { type: 'public-key', clientExtensionResults: {} } as const

/** Loads the library only when a passkey is used. */
const library = () => import('@simplewebauthn/server')

export interface CheckedPasskey {
  readonly credential: Pick<PasskeyCredential, 'credentialId' | 'publicKey' | 'counter'>
  readonly challenge: string
}

/** Returns null unless the authenticator made this for the site and one of its challenges, and verified the user. */
export async function checkNewPasskey(
  { id, ...response }: NewPasskey,
  { party, isOpen }: Expected,
): Promise<CheckedPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  let challenge = ''
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, response, ...sameFields },
    expectedChallenge: (received) => {
      challenge = received
      return isOpen(received)
    },
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(toUnverified)
  if (!registrationInfo || registrationInfo.credential.id !== id) return null
  const { credential } = registrationInfo
  const key = Buffer.from(credential.publicKey).toString('base64url')
  return { credential: { credentialId: id, publicKey: key, counter: credential.counter }, challenge }
}

/**
 * Returns null unless this passkey signed one of the site's challenges for this site and its own user, and verified the
 * user. Also returns null if the passkey's counter went back, as that of a copy would.
 */
export async function checkUsedPasskey(
  { id, userHandle: handle, ...response }: UsedPasskey,
  credential: PasskeyCredential,
  { party, isOpen }: Expected,
): Promise<{ readonly counter: number; readonly challenge: string } | null> {
  const { verifyAuthenticationResponse } = await library()
  if (handle !== userHandle(credential.userId)) return null
  let challenge = ''
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, response: { ...response, userHandle: handle }, ...sameFields },
    expectedChallenge: (received) => {
      challenge = received
      return isOpen(received)
    },
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    credential: {
      id: credential.credentialId,
      publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
      counter: credential.counter,
    },
    requireUserVerification: true,
  }).catch(toUnverified)
  return verified && authenticationInfo ? { counter: authenticationInfo.newCounter, challenge } : null
}

/** Replaces an error of the library, whose reasons are for developers: users could do nothing with them. */
const toUnverified = () => ({ verified: false, registrationInfo: undefined, authenticationInfo: undefined })
