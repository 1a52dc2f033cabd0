import postgres from 'postgres'
import { FencedOff } from '../commands.ts'
import { EmmettError } from '../emmett.ts'
import type { ReadModel } from '../read-model.ts'
import { categoryOf } from '../registry.ts'
import { fencedOff, outdatedKeys, rowsRequired } from '../tables/schema.ts'
import type { StoreParts } from './command-handler.ts'

/** Another writer was faster, or what was known when the stream was loaded no longer holds. Nothing is stored. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict'
  /** The code by which Emmett marks conflicts of versions. */
  readonly errorCode = EmmettError.Codes.ConcurrencyError
  constructor(stream: string) {
    super(`The stream ${stream} changed while a command on it was handled`)
  }
}

/** The idempotency key belongs to a command that is handled already. Nothing is stored. */
export class AlreadyHandled extends Error {
  override readonly name = 'AlreadyHandled'
}

type ErrorSources = Pick<StoreParts, 'registry' | 'fence' | 'keys' | 'createError'>

/** Returns the error to throw for a failed append. Looks up again what has changed, so that another attempt can succeed. */
export async function toAppendError(
  { registry, fence, keys, createError }: ErrorSources,
  stream: string,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof postgres.PostgresError)) return error
  const failure = classifyFailure(error, registry.readModelsOf(categoryOf(stream)))
  // A statement that does not fit the tables of another release fails before its token is compared.
  if (failure === null) return (await fence.isFencedOff()) ? new FencedOff() : error
  switch (failure.kind) {
    case 'domain-error':
      return createError(failure.code)
    case 'claimed-before':
      return new AlreadyHandled()
    case 'fenced-off':
      return (await fence.isFencedOff()) ? new FencedOff() : new WriteConflict(stream)
    case 'keys-changed':
      await keys.relearn()
      return new WriteConflict(stream)
    case 'stream-changed':
    case 'collided':
      return new WriteConflict(stream)
  }
}

/** The reason why PostgreSQL declined an append. `code` comes from a read model's `conflicts`, or a write's `otherwise`. */
type AppendFailure =
  | { readonly kind: 'stream-changed' }
  | { readonly kind: 'keys-changed' }
  | { readonly kind: 'fenced-off' }
  | { readonly kind: 'claimed-before' }
  | { readonly kind: 'collided' }
  | { readonly kind: 'domain-error'; readonly code: string }

const uniqueViolation = '23505'
const notNullViolation = '23502'
const collisions = new Set(['40001', '40P01'])

/** Null for an error that is no domain error, and that another attempt would meet again. */
function classifyFailure(error: postgres.PostgresError, models: readonly ReadModel[]): AppendFailure | null {
  if (error.code === outdatedKeys) return { kind: 'keys-changed' }
  if (error.code === rowsRequired) return { kind: 'domain-error', code: error.message }
  if (error.code === fencedOff) return { kind: 'fenced-off' }
  if (collisions.has(error.code)) return { kind: 'collided' }
  // `firstVersion` of insert-events.ts is null where the stream has changed.
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
