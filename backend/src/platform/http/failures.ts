import { Refusal, type RefusalCatalogue } from '@ultimate/events/language/refusal.ts'
import type { RefusalAnswer } from '@ultimate/events/language/refusal-answer.ts'
import { platformRefusals } from '@ultimate/events/platform/api.ts'
import type { Logger } from 'pino'
import { isAway } from '../database/away.ts'
import { FencedOff } from '../event-store/fence.ts'
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

export function failures(catalogue: RefusalCatalogue, logger: Logger): Failures {
  const understood = (error: unknown): Refusal => {
    if (error instanceof Refusal && catalogue[error.code]) return error
    // Said once by the store; every write would say it again.
    if (error instanceof FencedOff) return platformRefusals.refusal('UNAVAILABLE')
    if (isAway(error)) {
      logger.warn({ err: error }, 'the database is away')
      return platformRefusals.refusal('UNAVAILABLE')
    }
    const fault = clientFault(error)
    if (fault) {
      if (fault.isOverlooked) logger.warn({ err: error }, 'the database refused a value that no schema had refused')
      return fault.refusal
    }
    logger.error({ err: error }, 'a request failed')
    return platformRefusals.refusal('INTERNAL')
  }
  return {
    reply: (error, { headers, current } = {}) => {
      const refusal = understood(error)
      const status = catalogue[refusal.code]?.status ?? 500
      return jsonReply(status, refusalBody(refusal, current), { ...headersFor(status, refusal), ...headers })
    },
  }
}

export function refusalBody({ code, message, fields }: Refusal, current?: unknown): RefusalAnswer {
  const told = fields && Object.keys(fields).length > 0 ? { fields } : {}
  return { code, message, error: message, ...told, ...(current === undefined ? {} : { current }) }
}

function headersFor(status: number, { retryAfter }: Refusal): ReplyHeaders {
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  if (status === 503) return { 'retry-after': String(retryWhenAway) }
  if (status === 429) return { 'retry-after': String(Math.max(1, Math.ceil(retryAfter ?? retryWhenThrottled))) }
  return {}
}
