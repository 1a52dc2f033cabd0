import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomFillSync } from 'node:crypto'
import type { Actor } from '../recorded-event.ts'

/**
 * The stand-in for a person's data in an event (docs/decisions/0012). `of` names the person unless it is
 * `<stream>/<field>`.
 */
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
  const json = decipher.update(bytes.subarray(nonceBytes + tagBytes))
  try {
    // Throws for another key; this mode leaves nothing for the end.
    decipher.final()
    return JSON.parse(json.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The mark of a sealed name in the column that otherwise holds the name itself; no name begins like it. */
const mark = '$sealed:'

/** The same people act again and again. An entry ends with the key that it was made with. */
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

/** The actor as stored: the name is under the person's key. One who was forgotten meanwhile has no name any more. */
export function sealActor(actor: Actor, subject: string | null, key: KeyObject | null): Actor {
  const known = openActor(actor, subject, key)
  return key && known.name !== null ? { ...known, name: sealName(known.name, key) } : known
}

/** The actor as read. Without a key the name is forgotten, also one that was stored before names were sealed. */
export function openActor(actor: Actor, subject: string | null, key: KeyObject | null): Actor {
  if (subject === null || actor.name === null) return actor
  if (!key) return { ...actor, name: 'Forgotten' }
  if (!actor.name.startsWith(mark)) return actor
  return { ...actor, name: openName(actor.name, key) }
}
