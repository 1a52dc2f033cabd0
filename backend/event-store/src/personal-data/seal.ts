import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomFillSync } from 'node:crypto'
import type { Actor } from '../recorded-event.ts'

/** Stands in an event for a person's data (docs/decisions/0012). `of` is the subject; see `subjectOf` where it is absent. */
export interface Sealed {
  readonly $sealed: string
  readonly of?: string
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Random bytes in store, because a system call for each nonce costs more than the encryption. No byte is used twice. */
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

/** The subject of data that is sealed in a field of an event. */
export const subjectOf = ({ of }: Sealed, stream: string, field: string): string => of ?? `${stream}/${field}`

/** Base64 of nonce, tag and cipher text of the value's JSON. */
export function seal(json: string, key: KeyObject): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce)
  const text = Buffer.concat([cipher.update(json, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

/** Undefined when the value was sealed with another key. */
export function unseal(sealed: string, key: KeyObject): unknown {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const json = decipher.update(bytes.subarray(nonceBytes + tagBytes))
  try {
    // Throws for another key. In this mode it returns no more text.
    decipher.final()
    return JSON.parse(json.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Begins a sealed name in the column that holds the names of some actors in the clear. No name begins with it. */
const mark = '$sealed:'

/** The name that was last sealed or opened with each key: the same people act again and again. */
const namesByKey = new WeakMap<KeyObject, { readonly name: string; readonly sealed: string }>()

function sealName(name: string, key: KeyObject): string {
  const last = namesByKey.get(key)
  if (last?.name === name) return last.sealed
  const sealed = mark + seal(JSON.stringify(name), key)
  namesByKey.set(key, { name, sealed })
  return sealed
}

function openName(sealed: string, key: KeyObject): string {
  const last = namesByKey.get(key)
  if (last?.sealed === sealed) return last.name
  const name = unseal(sealed.slice(mark.length), key)
  if (typeof name !== 'string') return 'Forgotten'
  namesByKey.set(key, { name, sealed })
  return name
}

/** The actor as stored: the name is sealed with the person's key, or `Forgotten` where there is no key. */
export function sealActor(actor: Actor, subject: string | null, key: KeyObject | null): Actor {
  const known = openActor(actor, subject, key)
  return key && known.name !== null ? { ...known, name: sealName(known.name, key) } : known
}

/** The actor as read. Without a key the name is `Forgotten`, also a name that was stored before names were sealed. */
export function openActor(actor: Actor, subject: string | null, key: KeyObject | null): Actor {
  if (subject === null || actor.name === null) return actor
  if (!key) return { ...actor, name: 'Forgotten' }
  if (!actor.name.startsWith(mark)) return actor
  return { ...actor, name: openName(actor.name, key) }
}
