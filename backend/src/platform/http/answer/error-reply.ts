import { FencedOff } from '@ultimate/event-store/commands.ts'
import { isDatabaseAway } from '@ultimate/event-store/unreachable-database.ts'
import { DomainError, type ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import { type ErrorAnswer, platformErrors } from '@ultimate/events/platform/api.ts'
import type { Logger } from 'pino'
import postgres from 'postgres'
import { CountersUnavailable } from '../../database/rate-limits.ts'
import type { Module } from '../../module.ts'
import { jsonReply, type Reply, type ReplyHeaders } from './reply.ts'

/** Seconds after which a client should come back. A restart of the database takes about two. */
const retryWhenAway = 2
const retryWhenThrottled = 60
const retryWhenEarly = 1

/** `headers` go with the answer, `current` into its body. */
export type ErrorReplies = (
  error: unknown,
  extra?: { readonly headers?: ReplyHeaders; readonly current?: unknown },
) => Promise<Reply>

interface ErrorReplyParts {
  readonly registry: ErrorRegistry
  readonly logger: Logger
  /** Resolves to true while another release holds the database. */
  readonly isFencedOff: () => Promise<boolean>
}

/** The one place where errors become answers. */
export function errorReplies({ registry, logger, isFencedOff }: ErrorReplyParts): ErrorReplies {
  const toDomainError = (error: unknown): DomainError => {
    if (error instanceof DomainError && registry[error.code]) return error
    // The store has logged it. A log here would repeat it for every write.
    if (error instanceof FencedOff) return platformErrors.error('UNAVAILABLE')
    if (error instanceof CountersUnavailable || isDatabaseAway(error)) {
      logger.warn({ err: error }, 'the database is away')
      return platformErrors.error('UNAVAILABLE')
    }
    const client = clientError(error)
    if (client) {
      if (client.isOverlooked) logger.warn({ err: error }, 'the database refused a value that no schema had refused')
      return client.error
    }
    logger.error({ err: error }, 'a request failed')
    return platformErrors.error('INTERNAL')
  }
  return async (error, { headers, current } = {}) => {
    const known = toDomainError(await explainMismatch(error, isFencedOff))
    const status = registry[known.code]?.status ?? 500
    return jsonReply(status, errorBody(known, current), { ...headersFor(status, known), ...headers })
  }
}

/** SQLSTATEs of a query that does not fit the tables: no such table, no such column, another type of result. */
const schemaMismatches = new Set(['42P01', '42703', '42804', '42883', '0A000'])

/**
 * Returns `FencedOff` in place of an error that a newer release has caused; else the error. When a newer release takes
 * over, this one still answers reads, from newer tables that its queries may not fit.
 */
export async function explainMismatch(error: unknown, isFencedOff: () => Promise<boolean>): Promise<unknown> {
  const isMismatch = error instanceof postgres.PostgresError && schemaMismatches.has(error.code)
  return isMismatch && (await isFencedOff()) ? new FencedOff() : error
}

/** Returns an error of the platform as a reply, for requests of which nothing else is known. */
export function platformReply(code: keyof typeof platformErrors.registry, headers: ReplyHeaders = {}): Reply {
  return jsonReply(platformErrors.registry[code].status, errorBody(platformErrors.error(code)), headers)
}

/** Returns the answer to requests that come while the backend starts or ends. */
export const unavailable = (): Reply => platformReply('UNAVAILABLE', { 'retry-after': String(retryWhenAway) })

export function errorBody({ code, message, fields, happened }: DomainError, current?: unknown): ErrorAnswer {
  const withFields = fields && Object.keys(fields).length > 0 ? { fields } : {}
  return {
    code,
    message,
    error: message,
    ...withFields,
    ...(happened && { happened }),
    ...(current === undefined ? {} : { current }),
  }
}

function headersFor(status: number, { retryAfter }: DomainError): ReplyHeaders {
  // The rest of the body may never come.
  if (status === 408) return { connection: 'close' }
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  if (status === 503) return { 'retry-after': String(retryWhenAway) }
  if (status === 425) return { 'retry-after': String(Math.ceil(retryAfter ?? retryWhenEarly)) }
  if (status === 429) return { 'retry-after': String(Math.max(1, Math.ceil(retryAfter ?? retryWhenThrottled))) }
  return {}
}

/**
 * SQLSTATEs of values that no column takes: a number or a time out of range, NUL, text that is no id. A schema should
 * have refused them; this catches what a schema overlooked.
 */
const unfitValues: ReadonlySet<string> = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05'])

interface ClientError {
  readonly error: DomainError
  /** True if a schema of ours should have rejected the request. */
  readonly isOverlooked: boolean
}

/** Returns the domain error for a fault of the request that a library or the database noticed; else null. */
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

/** The answer to what `node:http` cannot parse. */
type Unparsed = readonly [statusLine: string, code: keyof typeof platformErrors.registry]
const unparsed: Readonly<Record<string, Unparsed>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'TOO_SLOW'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'MALFORMED'],
}

/** Returns the status line and the error for what never becomes a request, by the code of `node:http`. */
export function parserError({ code = '' }: { code?: string }): { statusLine: string; error: DomainError } {
  const [statusLine, error] = unparsed[code] ?? (['400 Bad Request', 'MALFORMED'] satisfies Unparsed)
  return { statusLine, error: platformErrors.error(error) }
}

/** Returns the errors of the platform and of all modules. Throws if a code has two meanings. */
export function mergedErrors(modules: readonly Pick<Module, 'name' | 'errors'>[]): ErrorRegistry {
  const merged: Record<string, ErrorRegistry[string]> = { ...platformErrors.registry }
  for (const { name, errors } of modules) {
    for (const [code, kind] of Object.entries(errors)) {
      const known = merged[code]
      if (known && (known.status !== kind.status || known.message !== kind.message))
        throw new Error(`The error ${code} of module ${name} means something else elsewhere`)
      merged[code] = kind
    }
  }
  return merged
}

/** Returns an error of the registry by a code that is known only at run time. */
export function errorByCode(code: string, registry: ErrorRegistry, retryAfter?: number): DomainError {
  return new DomainError(code, registry[code]?.message ?? code, undefined, retryAfter)
}

/**
 * Returns the endpoint's own error with the status of the general error, such as `TEAM_NOT_FOUND` for `NOT_FOUND`; else
 * the general error.
 */
export function endpointError(
  general: keyof typeof platformErrors.registry,
  { errors }: Endpoint,
  registry: ErrorRegistry,
): DomainError {
  const { status } = platformErrors.registry[general]
  return errorByCode(errors?.find((code) => registry[code]?.status === status) ?? general, registry)
}
