import type { KeyObject } from 'node:crypto'
import type { Actor } from '../recorded-event.ts'
import { seal, unseal } from './seal.ts'

/** In the column that otherwise holds the name itself; no name begins like it. */
const mark = '$sealed:'

/** As it is stored: the name under the person's key. One who was forgotten meanwhile has no name any more. */
export function sealActor(actor: Actor, subject: string | null, key: KeyObject | null): Actor {
  const known = openActor(actor, subject, key)
  return key && known.name !== null ? { ...known, name: mark + seal(JSON.stringify(known.name), key) } : known
}

/** As it is read. Without a key the name is forgotten, also one that was stored before names were sealed. */
export function openActor(actor: Actor, subject: string | null, key: KeyObject | null): Actor {
  if (subject === null || actor.name === null) return actor
  if (!key) return { ...actor, name: 'Forgotten' }
  if (!actor.name.startsWith(mark)) return actor
  return { ...actor, name: (unseal(actor.name.slice(mark.length), key) as string | undefined) ?? 'Forgotten' }
}
