import type { DomainError } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'

/**
 * SQLSTATEs of values that no column takes: a number or a time out of range, NUL, text that is no id. A schema should
 * have refused them; this catches what a schema overlooked.
 */
const unfitValues: ReadonlySet<string> = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05'])

export interface ClientError {
  readonly error: DomainError
  /** True where a schema of ours let it through. */
  readonly isOverlooked: boolean
}

/** What the request itself is to blame for, though a library or the database noticed it; null for all other errors. */
export function clientError(error: unknown): ClientError | null {
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

const parserStatus: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Status line and error of what `node:http` cannot parse, so that it never becomes a request. */
export function parserError({ code = '' }: { code?: string }): { statusLine: string; error: DomainError } {
  return { statusLine: parserStatus[code] ?? '400 Bad Request', error: platformErrors.error('MALFORMED') }
}
