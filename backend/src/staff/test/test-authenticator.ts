import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, UsedPasskey } from '@ultimate/events/staff/passkey-api.ts'

/** The differences from an honest answer. */
export interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly counter?: number
  /** The device did not look at its user. */
  readonly unverified?: true
  readonly userHandle?: string
}

const flag = { present: 0x01, verified: 0x04, hasCredential: 0x40 }
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A security key of software, for one credential: it makes and signs as WebAuthn demands, at a page of this origin. */
export function testAuthenticator(pageOrigin: string, id: Buffer = randomBytes(32)) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (rpId: string, flags: number, count: number, rest: Uint8Array = new Uint8Array()) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counted, rest])
  }
  const toFlags = (unverified: true | undefined) => flag.present | (unverified ? 0 : flag.verified)

  return {
    id: base64url(id),

    create(
      { challenge, rp }: { readonly challenge: string; readonly rp: { readonly id: string } },
      deviation: Deviation = {},
    ): NewPasskey {
      const aaguid = Buffer.alloc(16)
      const attested = Buffer.concat([aaguid, Buffer.of(id.length >> 8, id.length & 255), id, coseKey(publicKey)])
      const flags = toFlags(deviation.unverified) | flag.hasCredential
      const data = authenticatorData(deviation.rpId ?? rp.id, flags, counter, attested)
      const given = clientData('webauthn.create', deviation.challenge ?? challenge, deviation.origin ?? pageOrigin)
      return {
        id: base64url(id),
        clientDataJSON: base64url(given),
        attestationObject: base64url(withoutAttestation(data)),
      }
    },

    /** Counts by one, as security keys do. */
    use(
      { challenge, rpId }: { readonly challenge: string; readonly rpId: string },
      userId: string,
      deviation: Deviation = {},
    ): UsedPasskey {
      counter = deviation.counter ?? counter + 1
      const data = authenticatorData(deviation.rpId ?? rpId, toFlags(deviation.unverified), counter)
      const given = clientData('webauthn.get', deviation.challenge ?? challenge, deviation.origin ?? pageOrigin)
      const signature = sign('sha256', Buffer.concat([data, sha256(given)]), privateKey)
      return {
        id: base64url(id),
        clientDataJSON: base64url(given),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: base64url(Buffer.from(deviation.userHandle ?? userId)),
      }
    },
  }
}

/** CBOR: the map of a P-256 key in COSE. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (value: string) => Buffer.concat([Buffer.of(0x58, 32), Buffer.from(value, 'base64url')])
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01),
    ...[Buffer.of(0x21), coordinate(x)],
    ...[Buffer.of(0x22), coordinate(y)],
  ])
}

/** CBOR: `{ fmt: 'none', attStmt: {}, authData }`. */
function withoutAttestation(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)])
  const length = Buffer.of(0x59, authData.length >> 8, authData.length & 255)
  return Buffer.concat([
    Buffer.of(0xa3),
    ...[text('fmt'), text('none')],
    ...[text('attStmt'), Buffer.of(0xa0)],
    ...[text('authData'), length, authData],
  ])
}
