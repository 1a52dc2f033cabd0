import { DomainError, type ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint, RateLimit } from '@ultimate/events/language/endpoint.ts'
import type { Charge, Correction, RateLimits } from '../../database/rate-limits.ts'
import { toMailbox } from '../../mailbox.ts'
import { errorByCode } from '../answer/error-reply.ts'
import { toNetwork } from '../request/caller.ts'
import type { HttpMiddleware } from '../state.ts'

/**
 * Counts a visitor's call as its endpoint declares. It is counted before the work, so that simultaneous calls cannot
 * exceed the limit together. A call that ends with a domain error then counts as rejected instead, and a call that
 * fails otherwise does not count. Repetitions of accepted calls, and calls of users, do not count either.
 */
export function rateLimit({ limit }: Endpoint, counters: RateLimits, registry: ErrorRegistry): HttpMiddleware {
  if (!limit || limit === 'in-handler') return (_, next) => next()
  const counted = countCalls(limit, counters, registry)
  return (ctx, next) => (ctx.state.user || ctx.state.repeats ? next() : counted(ctx, next))
}

function countCalls(limit: RateLimit, counters: RateLimits, registry: ErrorRegistry): HttpMiddleware {
  return async ({ ip, state }, next) => {
    const charges = listCharges(limit, toNetwork(ip), state.request.body)
    const { wait, takenAt } = await counters.take([...charges.ofCall, ...charges.onlyChecked])
    if (wait > 0) throw errorByCode(limit.error ?? 'TOO_MANY_REQUESTS', registry, wait)
    const refunds = charges.ofCall.map((charge) => ({ ...charge, points: -charge.points, takenAt }))
    // If a correction fails, the visitor has one call less, which is no reason to change the answer.
    const correct = (corrections: readonly Correction[]) => counters.correct(corrections).catch(() => undefined)
    try {
      await next()
    } catch (error) {
      await correct(isDomainError(error, registry) ? charges.correctRejected(refunds, error.code) : refunds)
      throw error
    }
    if (charges.countsAccepted) state.uncount = () => correct(refunds)
    else await correct(refunds)
  }
}

interface Charges {
  /** Taken before the work, and given back unless the call counts. */
  readonly ofCall: readonly Charge[]
  /** Charges without points, for limits that a call may not have reached although it does not count there yet. */
  readonly onlyChecked: readonly Charge[]
  /** False if an endpoint counts rejected calls alone. */
  readonly countsAccepted: boolean
  /** Returns the corrections after a domain error, which counts as one rejected call or more, by its weight. */
  readonly correctRejected: (refunds: readonly Correction[], code: string) => readonly Correction[]
}

function listCharges(limit: RateLimit, network: string, body: unknown): Charges {
  const { name, seconds, perNetwork, perMailbox, rejectedPerNetwork, weights } = limit
  const rejected = { what: `${name} refused`, whose: network, seconds, most: rejectedPerNetwork }
  const weightOf = (code: string) => weights?.[code] ?? 1
  const ofCall: Charge[] = []
  if (perNetwork !== undefined)
    ofCall.push({ what: `${name} by network`, whose: network, seconds, points: 1, most: perNetwork })
  const mailbox = perMailbox ? mailboxIn(body, perMailbox.field) : null
  if (perMailbox && mailbox !== null)
    ofCall.push({ what: `${name} by mailbox`, whose: mailbox, seconds, points: 1, most: perMailbox.max })
  if (ofCall.length > 0)
    return {
      ofCall,
      onlyChecked: [{ ...rejected, points: 0 }],
      countsAccepted: true,
      correctRejected: (refunds, code) => [...refunds, { ...rejected, points: weightOf(code) }],
    }
  // Each call is charged as if it were rejected.
  return {
    ofCall: [{ ...rejected, points: 1 }],
    onlyChecked: [],
    countsAccepted: false,
    correctRejected: (_, code) => (weightOf(code) > 1 ? [{ ...rejected, points: weightOf(code) - 1 }] : []),
  }
}

function mailboxIn(body: unknown, field: string): string | null {
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[field]
  return typeof value === 'string' && value !== '' ? toMailbox(value) : null
}

function isDomainError(error: unknown, registry: ErrorRegistry): error is DomainError {
  return error instanceof DomainError && (registry[error.code]?.status ?? 500) < 500
}
