import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomFillSync } from 'node:crypto'

/** What stands in an event in place of a person's data. `of` names the person unless it is `<stream>/<field>`. */
export interface Sealed {
  readonly $sealed: string
  readonly of?: string
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** A system call for every few bytes costs more than the encryption; no byte is used twice. */
const pool = Buffer.alloc(16 * 1024)
let used = pool.length
function randomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return Buffer.from(pool.subarray(used - count, used))
}

/** Ciphers take a KeyObject several times faster than a Buffer. */
export const personKey = (bytes: Buffer = randomBytes(32)): KeyObject => createSecretKey(bytes)

export function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && '$sealed' in value && typeof value.$sealed === 'string'
}

/** Base64 of nonce, tag and cipher text of the value's JSON. */
export function seal(json: string, key: KeyObject): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce)
  const text = Buffer.concat([cipher.update(json, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

/** Undefined when the key is not the one it was sealed with. */
export function unseal(sealed: string, key: KeyObject): unknown {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const json = decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8')
  try {
    return JSON.parse(json + decipher.final('utf8'))
  } catch {
    return undefined
  }
}
