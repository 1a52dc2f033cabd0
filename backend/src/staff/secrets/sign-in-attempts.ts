import { createHmac } from 'node:crypto'
import { staffRefusals } from '@ultimate/events/staff/api.ts'
import type { Sql } from 'postgres'
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { limiterTable, sharedLimiter } from '../../platform/database/shared-limiter.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { identityKey } from '../read/users/project.ts'

const windowSeconds = 15 * 60
const perUsername = 10
const perAddress = 50

/** Shared by all backends. The keys are digests: people type their password into the wrong field. */
const table = 'sign_in_attempts'
export const signInAttemptsTable = limiterTable(table)

async function count(limiter: RateLimiterPostgres, key: string): Promise<void> {
  await limiter.consume(key).catch((error: unknown) => {
    if (!(error instanceof RateLimiterRes)) throw error
    staffRefusals.refuse('TOO_MANY_SIGN_INS', undefined, Math.ceil((error.msBeforeNext ?? 0) / 1000) || 1)
  })
}

/**
 * Ten failures for a username, or fifty from an address, close the door for the rest of their quarter of an hour,
 * also for the right password.
 */
export function createSignInAttempts(sql: Sql, secret: string) {
  const limiter = (keyPrefix: string, points: number) =>
    sharedLimiter(sql, { table, keyPrefix, points, seconds: windowSeconds })
  const usernames = limiter('username', perUsername)
  const addresses = limiter('address', perAddress)
  const digest = (value: string) => createHmac('sha256', secret).update(value).digest('base64url')

  return {
    /**
     * Counts an attempt before its password is looked at, so that many at once cannot slip through together.
     * Throws the refusal TOO_MANY_SIGN_INS.
     */
    async begin(username: string, address: string) {
      const name = digest(identityKey(username))
      const network = digest(networkOf(address))
      await count(addresses, network)
      await count(usernames, name)
      return {
        /** It was no failure: forgets those of this username, and does not count against the address. */
        async succeeded(): Promise<void> {
          await Promise.all([usernames.delete(name), addresses.reward(network)])
        },
      }
    },
  }
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>
