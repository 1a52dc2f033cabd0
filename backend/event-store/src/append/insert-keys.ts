import type { IdempotencyClaim } from '../commands.ts'
import type { Keys } from '../personal-data/event-codec.ts'
import { formatArray, type Part, unnested } from '../tables/statement.ts'
import type { Append } from './append.ts'

// The clauses that store keys, of one append and of several: those that encrypt the data of people, and the idempotency
// keys of requests.

/** Each subject is followed by its key. */
const insertKeysText = (placeholders: string[]) => {
  const rows = placeholders.flatMap((subject, index) =>
    index % 2 === 0 ? [`(${subject}::text, decode(${placeholders[index + 1]}::text, 'base64'))`] : [],
  )
  return `keyed as (insert into person_keys (subject, key) values ${rows.join(', ')})`
}

export function insertKeys(keys: Keys): Part {
  const values = [...keys].flatMap(([subject, key]) => [subject, key.export().toString('base64')])
  return { shape: `keys-${keys.size}`, values, text: insertKeysText }
}

const insertKeysOfManyText = (lists: string[]) => `keyed as (
  insert into person_keys (subject, key)
  select subject, key from ${unnested(lists, ['text', 'bytea'])} as made(subject, key))`

export function* insertKeysOfMany(inputs: readonly Append[]): Generator<Part> {
  const made = inputs.flatMap(({ newKeys }) => [...newKeys])
  if (made.length === 0) return
  const subjects = formatArray(made.map(([subject]) => subject))
  const keys = formatArray(made.map(([, key]) => `\\x${key.export().toString('hex')}`))
  yield { shape: 'keys-of-many', values: [subjects, keys], text: insertKeysOfManyText }
}

const insertClaimText = (values: string[]) => `claimed as (
  insert into idempotency (scope, key, fingerprint, visitor)
  values (${values.map((value) => `${value}::text`).join(', ')}))`

export function insertClaim({ scope, key, fingerprint }: IdempotencyClaim, visitor: string | null): Part {
  return { shape: 'claim', values: [scope, key, fingerprint, visitor], text: insertClaimText }
}

/** The visitor who sent the request. For a new visitor, only the events have the id, as that of their actor. */
export function findOwner({ idempotency, metadata: { actor } }: Append): string | null {
  return idempotency?.visitor ?? (actor.kind === 'visitor' ? actor.id : null)
}

const insertClaimsOfManyText = (lists: string[]) => `claimed as (
  insert into idempotency (scope, key, fingerprint, visitor)
  select scope, key, fingerprint, visitor from ${unnested(lists, ['text', 'text', 'text', 'text'])}
    as made(scope, key, fingerprint, visitor))`

export function* insertClaimsOfMany(inputs: readonly Append[]): Generator<Part> {
  const rows = inputs.flatMap((input) => {
    if (!input.idempotency) return []
    const { scope, key, fingerprint } = input.idempotency
    return [[scope, key, fingerprint, findOwner(input)]]
  })
  if (rows.length === 0) return
  const lists = [0, 1, 2, 3].map((column) => formatArray(rows.map((row) => row[column] ?? null)))
  yield { shape: 'claims-of-many', values: lists, text: insertClaimsOfManyText }
}
