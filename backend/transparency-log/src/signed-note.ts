import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/**
 * Signed notes of C2SP (c2sp.org/signed-note) with Ed25519: a text that ends with a line break, an empty line, and a
 * line for each signature.
 */
export interface NoteSigner {
  /** The name of the key, which is the origin of the log as well. */
  readonly name: string
  /** The key that verifies, in C2SP's form: name, hash and public key. */
  readonly verifierKey: string
  sign(text: string): string
}

const algorithm = Buffer.from([1])
/** The bytes that PKCS#8 puts before the 32 bytes of a private key (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * `seed` is the private key: 32 bytes in base64url. The name begins with `origin` and is made from the public key, so
 * that it stays the same wherever the log moves, and differs from that of every other log.
 */
export function noteSigner(origin: string, seed: string): NoteSigner {
  const der = Buffer.concat([pkcs8Prefix, Buffer.from(seed, 'base64url')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url')
  const name = `${origin}/${createHash('sha256').update(publicKey).digest('hex').slice(0, 8)}`
  const hash = keyHash(name, publicKey)
  return {
    name,
    verifierKey: `${name}+${hash.toString('hex')}+${Buffer.concat([algorithm, publicKey]).toString('base64')}`,
    sign: (text) => {
      const signature = Buffer.concat([hash, sign(null, Buffer.from(text), privateKey)])
      return `${text}\n— ${name} ${signature.toString('base64')}\n`
    },
  }
}

const keyHash = (name: string, publicKey: Buffer): Buffer =>
  createHash('sha256').update(`${name}\n`).update(algorithm).update(publicKey).digest().subarray(0, 4)

const signatureLine = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/

export type NoteProblem = 'truncated' | 'of another key' | 'signed wrongly'

/** The text of a note that this key has signed, or what is wrong with it. */
export function openNote(
  note: string,
  verifierKey: string,
): { readonly text: string } | { readonly problem: NoteProblem } {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const signatures = note
    .slice(end + 2)
    .split('\n')
    .flatMap((line) => {
      const [, name, value = ''] = signatureLine.exec(line) ?? []
      return name ? [{ name, bytes: Buffer.from(value, 'base64') }] : []
    })
  if (end < 0 || signatures.length === 0) return { problem: 'truncated' }
  const { name, hash, key } = parsedKey(verifierKey)
  const own = signatures.find((signature) => signature.name === name && signature.bytes.subarray(0, 4).equals(hash))
  if (!own) return { problem: 'of another key' }
  if (own.bytes.length !== 68) return { problem: 'truncated' }
  return verify(null, Buffer.from(text), key, own.bytes.subarray(4)) ? { text } : { problem: 'signed wrongly' }
}

function parsedKey(verifierKey: string): { name: string; hash: Buffer; key: KeyObject } {
  const [name = '', hash = '', ...rest] = verifierKey.split('+')
  const bytes = Buffer.from(rest.join('+'), 'base64')
  const x = bytes.subarray(1).toString('base64url')
  return {
    name,
    hash: Buffer.from(hash, 'hex'),
    key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
  }
}
