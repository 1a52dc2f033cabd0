import postgres from 'postgres'
import type { ReadModel } from '../read-model.ts'
import { fencedOff, outdatedKeys, rowsRequired } from '../tables/schema.ts'

/**
 * The reason why PostgreSQL declined an append. `code` is the domain error for which a read model's unique key, or a
 * transactional write, stands.
 */
export type AppendFailure =
  | { readonly kind: 'stream-changed' }
  | { readonly kind: 'keys-changed' }
  | { readonly kind: 'fenced-off' }
  | { readonly kind: 'claimed-before' }
  | { readonly kind: 'collided' }
  | { readonly kind: 'domain-error'; readonly code: string }

const uniqueViolation = '23505'
const notNullViolation = '23502'
const collisions = new Set(['40001', '40P01'])

/** Null for an error that neither a retry nor a domain error answers. */
export function classifyFailure(error: unknown, models: readonly ReadModel[]): AppendFailure | null {
  if (!(error instanceof postgres.PostgresError)) return null
  if (error.code === outdatedKeys) return { kind: 'keys-changed' }
  if (error.code === rowsRequired) return { kind: 'domain-error', code: error.message }
  if (error.code === fencedOff) return { kind: 'fenced-off' }
  if (collisions.has(error.code)) return { kind: 'collided' }
  if (error.code === notNullViolation && error.table_name === 'events' && error.column_name === 'version')
    return { kind: 'stream-changed' }
  if (error.code !== uniqueViolation) return null
  switch (error.constraint_name) {
    case 'events_stream_version':
      return { kind: 'stream-changed' }
    case 'person_keys_pkey':
      return { kind: 'keys-changed' }
    case 'idempotency_pkey':
      return { kind: 'claimed-before' }
  }
  const name = error.constraint_name ?? ''
  const code = models.find(({ conflicts }) => conflicts && name in conflicts)?.conflicts?.[name]
  return code ? { kind: 'domain-error', code } : null
}
