import type { DomainError } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'

/**
 * SQLSTATEs of values that no column takes: a number or a time out of range, NUL, text that is no id. A schema should
 * have refused them; this is the net below the schemas.
 */
const unfitValues: ReadonlySet<string> = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05'])

export interface ClientFault {
  readonly error: DomainError
  /** True where a schema of ours let it through. */
  readonly isOverlooked: boolean
}

/** What the request itself is to blame for, though it came up in a library or in the database; null for all others. */
export function clientFault(error: unknown): ClientFault | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string' && unfitValues.has(error.code))
    return { error: platformErrors.error('MALFORMED'), isOverlooked: true }
  const status = 'expose' in error && error.expose === true && 'status' in error ? error.status : null
  if (typeof status !== 'number' || status < 400 || status > 499) return null
  return {
    error: platformErrors.error(status === 404 || status === 403 ? 'NOT_FOUND' : 'MALFORMED'),
    isOverlooked: false,
  }
}
