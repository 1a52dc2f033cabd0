import { DomainError, type ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { ErrorAnswer } from '@ultimate/events/language/error-answer.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Logger } from 'pino'
import { isAway } from '../database/away.ts'
import { FencedOff } from '../event-store/commands.ts'
import { clientFault } from './client-fault.ts'
import { jsonReply, type Reply, type ReplyHeaders } from './reply.ts'

/** Seconds a client should wait while the database is away: a restart takes about that long. */
const retryWhenAway = 2
const retryWhenThrottled = 60

/** The one place where refusals and failures become answers. */
export interface Failures {
  /** `headers` go with the answer, `current` into its body. */
  reply(error: unknown, extra?: { headers?: ReplyHeaders; current?: unknown }): Reply
}

export function failures(registry: ErrorRegistry, logger: Logger): Failures {
  const understood = (error: unknown): DomainError => {
    if (error instanceof DomainError && registry[error.code]) return error
    // Said once by the store; every write would say it again.
    if (error instanceof FencedOff) return platformErrors.error('UNAVAILABLE')
    if (isAway(error)) {
      logger.warn({ err: error }, 'the database is away')
      return platformErrors.error('UNAVAILABLE')
    }
    const fault = clientFault(error)
    if (fault) {
      if (fault.isOverlooked) logger.warn({ err: error }, 'the database refused a value that no schema had refused')
      return fault.error
    }
    logger.error({ err: error }, 'a request failed')
    return platformErrors.error('INTERNAL')
  }
  return {
    reply: (error, { headers, current } = {}) => {
      const refusal = understood(error)
      const status = registry[refusal.code]?.status ?? 500
      return jsonReply(status, errorBody(refusal, current), { ...headersFor(status, refusal), ...headers })
    },
  }
}

export function errorBody({ code, message, fields }: DomainError, current?: unknown): ErrorAnswer {
  const told = fields && Object.keys(fields).length > 0 ? { fields } : {}
  return { code, message, error: message, ...told, ...(current === undefined ? {} : { current }) }
}

function headersFor(status: number, { retryAfter }: DomainError): ReplyHeaders {
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  if (status === 503) return { 'retry-after': String(retryWhenAway) }
  if (status === 429) return { 'retry-after': String(Math.max(1, Math.ceil(retryAfter ?? retryWhenThrottled))) }
  return {}
}
