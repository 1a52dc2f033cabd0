import { DomainError, type ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint, RateLimit } from '@ultimate/events/language/endpoint.ts'
import type { Charge, Correction, RateLimits } from '../../database/rate-limits.ts'
import { toMailbox } from '../../mailbox.ts'
import { errorByCode } from '../answer/error-reply.ts'
import { toNetwork } from '../request/caller.ts'
import type { HttpMiddleware } from '../state.ts'

/**
 * Counts a visitor's call as its endpoint declares. It is counted before the work, so that many at the same moment cannot
 * slip through together; one that is refused is counted as refused instead, and one that fails is not counted. A
 * repetition of what was accepted is not counted, nor is what users do.
 */
export function rateLimit({ limit }: Endpoint, counters: RateLimits, registry: ErrorRegistry): HttpMiddleware {
  if (!limit || limit === 'in-handler') return (_, next) => next()
  const counted = counting(limit, counters, registry)
  return (ctx, next) => (ctx.state.user || ctx.state.repeats ? next() : counted(ctx, next))
}

function counting(limit: RateLimit, counters: RateLimits, registry: ErrorRegistry): HttpMiddleware {
  return async ({ ip, state }, next) => {
    const charges = listCharges(limit, toNetwork(ip), state.request.body)
    const { wait, takenAt } = await counters.take([...charges.counted, charges.asked].filter((it) => it !== null))
    const back = charges.counted.map((it) => ({ ...it, points: -it.points, takenAt }))
    if (wait > 0) throw errorByCode(limit.error ?? 'TOO_MANY_REQUESTS', registry, wait)
    // A correction that fails leaves the visitor one call less: no reason to change the answer.
    const correct = (corrections: readonly Correction[]) => counters.correct(corrections).catch(() => undefined)
    try {
      await next()
    } catch (error) {
      await correct(isDomainError(error, registry) ? refusedInstead(limit, charges, back, error.code) : back)
      throw error
    }
    if (charges.asked === null) await correct(back)
    else state.uncount = () => correct(back)
  }
}

interface Charges {
  /** Taken before the work. */
  readonly counted: readonly Charge[]
  /** Refused calls: asked about before the work, and taken when it is refused. Null where these alone are counted. */
  readonly asked: Charge | null
}

function listCharges(limit: RateLimit, network: string, body: unknown): Charges {
  const { name, seconds, perNetwork, perMailbox, refusedPerNetwork } = limit
  const refused = { what: `${name} refused`, whose: network, seconds, most: refusedPerNetwork }
  const counted: Charge[] = []
  if (perNetwork !== undefined)
    counted.push({ what: `${name} by network`, whose: network, seconds, points: 1, most: perNetwork })
  const mailbox = perMailbox ? mailboxIn(body, perMailbox.field) : null
  if (perMailbox && mailbox !== null)
    counted.push({ what: `${name} by mailbox`, whose: mailbox, seconds, points: 1, most: perMailbox.most })
  if (counted.length === 0) return { counted: [{ ...refused, points: 1 }], asked: null }
  return { counted, asked: { ...refused, points: 0 } }
}

function refusedInstead(
  { weights }: RateLimit,
  { counted, asked }: Charges,
  back: readonly Correction[],
  code: string,
): Correction[] {
  const weight = weights?.[code] ?? 1
  if (asked) return [...back, { ...asked, points: weight }]
  return counted.map((it) => ({ ...it, points: weight - 1 })).filter(({ points }) => points > 0)
}

function mailboxIn(body: unknown, field: string): string | null {
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[field]
  return typeof value === 'string' && value !== '' ? toMailbox(value) : null
}

function isDomainError(error: unknown, registry: ErrorRegistry): error is DomainError {
  return error instanceof DomainError && (registry[error.code]?.status ?? 500) < 500
}
