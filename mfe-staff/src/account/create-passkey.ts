import type { NewPasskey, PasskeyCreationOptions } from '@ultimate/events/staff/passkey-api.ts'
import { NetworkError } from '@ultimate/kit/request/api.ts'
import { checkRelease, useReleaseStore } from '@ultimate/kit/state/release.ts'

/** True where this browser can store or request passkeys. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

const renewed = 'A new version of the site is ready. Please reload the page, and add the passkey then.'

/** The browser made no passkey. `message` is a sentence for people. */
export class NoPasskeyMade extends Error {
  override readonly name = 'NoPasskeyMade'
}

/**
 * The browser asks the user; rejects with {@link NoPasskeyMade}, or with a {@link NetworkError} where the library, which
 * comes with the first passkey, does not. Where it is gone with an older release, trying again makes none.
 */
export async function createPasskey(options: PasskeyCreationOptions): Promise<NewPasskey> {
  const { startRegistration, WebAuthnError } = await import('@simplewebauthn/browser').catch(async (cause: unknown) => {
    await checkRelease()
    if (useReleaseStore.getState().newer !== null) throw new NoPasskeyMade(renewed, { cause })
    throw new NetworkError('The library for passkeys did not come', { cause })
  })
  try {
    const { id, response } = await startRegistration({ optionsJSON: options })
    return { id, clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject }
  } catch (error) {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new NoPasskeyMade(
      isKnown ? 'This device has a passkey for you already.' : 'No passkey was made. You can try again.',
      { cause: error },
    )
  }
}

const devices = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android device', /\bAndroid\b/],
  ['Windows computer', /\bWindows\b/],
  ['Mac', /\bMac OS X\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Linux computer', /\bLinux\b/],
] as const

/** Returns the name that people are likely to use for this device. */
export function deviceName(userAgent = navigator.userAgent): string {
  const [name = 'My device'] = devices.find(([, sign]) => sign.test(userAgent)) ?? []
  return name
}
