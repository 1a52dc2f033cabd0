import { createHmac, hkdfSync } from 'node:crypto'
import type { Sql } from 'postgres'
/* gone */
import { slicesPerWindow } from './schema.ts'

/** The number of times that one caller did something within the last `seconds`. */
export interface Counter {
  /** The thing that is counted, such as `registration by network`. */
  readonly what: string
  /** The caller for whom it is counted; only a digest of it is stored. */
  readonly whose: string
  readonly seconds: number
}

export interface Charge extends Counter {
  /** 0 only asks whether there is anything left. */
  readonly points: number
  readonly most: number
}

export interface ChargeResult {
  /** Seconds until the same could be taken; 0 when it has been taken. */
  readonly wait: number
  /** The time of taking, by the clock of the database; for corrections. */
  readonly takenAt: number
}

export interface Correction extends Counter {
  readonly points: number
  /** Points that are given back leave the moment at which they were taken. */
  readonly takenAt?: number
}

/**
 * Sliding windows in the database, so for all backends together and over their restarts (docs/decisions/0019). One round
 * trip each.
 */
export interface RateLimits {
  /** Takes all charges, or none where one of them finds too little left. */
  take(charges: readonly Charge[]): Promise<ChargeResult>
  correct(corrections: readonly Correction[]): Promise<void>
  forget(counters: readonly Omit<Counter, 'seconds'>[]): Promise<void>
  /** Drops counters whose window has passed. */
  purge(): Promise<void>
}

/** Without its counters a limit can neither allow nor refuse anything: the call has to be sent again later. */
export class CountersUnavailable extends Error {
  override readonly name = 'CountersUnavailable'
  constructor(cause: unknown) {
    super('The counters of the rate limits cannot be read', { cause })
  }
}

export function rateLimits(sql: Sql, secret: string): RateLimits {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rate limits', 32))
  const computeKey = ({ what, whose }: Omit<Counter, 'seconds'>) =>
    `${what} ${createHmac('sha256', key).update(`${what}\n${whose}`).digest('base64url')}`
  const asked = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      return await question()
    } catch (cause) {
      throw new CountersUnavailable(cause)
    }
  }
  return {
    take: (charges) =>
      asked(async () => {
        const wanted = charges.map((it) => ({
          key: computeKey(it),
          seconds: it.seconds,
          points: it.points,
          most: it.most,
        }))
        const [row] = await sql<{ wait: number; taken_at: number }[]>`
          select wait, taken_at from rate_limit_take(${JSON.stringify(wanted)}::text::json)`
        if (!row) throw new Error('No answer came from the counters')
        return { wait: row.wait, takenAt: row.taken_at }
      }),
    correct: async (corrections) => {
      if (corrections.length === 0) return
      const changes = corrections.map(({ takenAt, ...it }) => ({
        key: computeKey(it),
        seconds: it.seconds,
        points: it.points,
        taken_at: takenAt ?? null,
      }))
      await asked(() => sql`select rate_limit_correct(${JSON.stringify(changes)}::text::json)`)
    },
    forget: async (counters) => {
      await asked(() => sql`delete from rate_limits where key = any(${counters.map(computeKey)}::text[])`)
    },
    purge: async () => {
      await sql`
        delete from rate_limits
        where (slice + ${slicesPerWindow + 2}::int) * seconds / ${slicesPerWindow}::int
          < extract(epoch from clock_timestamp())`
    },
  }
}
