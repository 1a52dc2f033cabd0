import { DomainError, type ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint, RateLimit } from '@ultimate/events/language/endpoint.ts'
import type { Charge, Correction, RateLimits } from '../../database/rate-limits.ts'
import { toMailbox } from '../../mailbox.ts'
import { errorByCode } from '../answer/error-reply.ts'
import { toNetwork } from '../request/caller.ts'
import type { HttpMiddleware } from '../state.ts'

/**
 * Counts a visitor's call as its endpoint declares. It is counted before the work, so that simultaneous calls cannot
 * exceed the limit together. A call that ends with a domain error then counts as refused instead, and a call that fails
 * otherwise does not count. Repetitions of accepted calls, and calls of users, do not count either.
 */
export function rateLimit({ limit }: Endpoint, counters: RateLimits, registry: ErrorRegistry): HttpMiddleware {
  if (!limit || limit === 'in-handler') return (_, next) => next()
  const counted = countCalls(limit, counters, registry)
  return (ctx, next) => (ctx.state.user || ctx.state.repeats ? next() : counted(ctx, next))
}

function countCalls(limit: RateLimit, counters: RateLimits, registry: ErrorRegistry): HttpMiddleware {
  return async ({ ip, state }, next) => {
    const charges = listCharges(limit, toNetwork(ip), state.request.body)
    const { wait, takenAt } = await counters.take(
      [...charges.counted, charges.refused].filter((charge) => charge !== null),
    )
    const refunds = charges.counted.map((charge) => ({ ...charge, points: -charge.points, takenAt }))
    if (wait > 0) throw errorByCode(limit.error ?? 'TOO_MANY_REQUESTS', registry, wait)
    // If a correction fails, the visitor has one call less, which is no reason to change the answer.
    const correct = (corrections: readonly Correction[]) => counters.correct(corrections).catch(() => undefined)
    try {
      await next()
    } catch (error) {
      await correct(isDomainError(error, registry) ? listCorrections(limit, charges, refunds, error.code) : refunds)
      throw error
    }
    // An accepted call does not count if refused calls alone are counted.
    if (charges.refused === null) await correct(refunds)
    else state.uncount = () => correct(refunds)
  }
}

interface Charges {
  /** Taken before the work. */
  readonly counted: readonly Charge[]
  /**
   * The charge for a refused call. Before the work it has 0 points, and only checks its limit. Null if an endpoint
   * counts refused calls alone: then `counted` has their charge.
   */
  readonly refused: Charge | null
}

function listCharges(limit: RateLimit, network: string, body: unknown): Charges {
  const { name, seconds, perNetwork, perMailbox, rejectedPerNetwork } = limit
  const refused = { what: `${name} refused`, whose: network, seconds, most: rejectedPerNetwork }
  const counted: Charge[] = []
  if (perNetwork !== undefined)
    counted.push({ what: `${name} by network`, whose: network, seconds, points: 1, most: perNetwork })
  const mailbox = perMailbox ? mailboxIn(body, perMailbox.field) : null
  if (perMailbox && mailbox !== null)
    counted.push({ what: `${name} by mailbox`, whose: mailbox, seconds, points: 1, most: perMailbox.max })
  if (counted.length === 0) return { counted: [{ ...refused, points: 1 }], refused: null }
  return { counted, refused: { ...refused, points: 0 } }
}

/** Returns the corrections after a domain error, which counts as one refused call or more, by its weight. */
function listCorrections(
  { weights }: RateLimit,
  { counted, refused }: Charges,
  refunds: readonly Correction[],
  code: string,
): Correction[] {
  const weight = weights?.[code] ?? 1
  if (refused) return [...refunds, { ...refused, points: weight }]
  return counted.map((charge) => ({ ...charge, points: weight - 1 })).filter(({ points }) => points > 0)
}

function mailboxIn(body: unknown, field: string): string | null {
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[field]
  return typeof value === 'string' && value !== '' ? toMailbox(value) : null
}

function isDomainError(error: unknown, registry: ErrorRegistry): error is DomainError {
  return error instanceof DomainError && (registry[error.code]?.status ?? 500) < 500
}
