import { batchReads } from '@ultimate/event-store/batch-reads.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import type { Authenticator } from '../platform/http/http-route.ts'
import type { Platform } from '../platform/module.ts'
import { accountsOfTokens, type TokenHolder } from './read/users.view.ts'
import { noteSeen } from './secrets/sessions.ts'
import { createTokens } from './secrets/tokens.ts'

/**
 * Looks up user and session at every call, by primary key, because another backend may just have removed the user,
 * changed their password or signed out this device.
 */
export function authenticator(platform: Pick<Platform, 'configuration' | 'clock' | 'sql'>): Authenticator {
  const tokens = createTokens(platform.configuration.authSecret)
  const findAccount = batchReads((holders: readonly TokenHolder[]) => accountsOfTokens(platform.sql, holders))
  const findHolder = async (token: string) => {
    const claims = await tokens.verify(token, platform.clock.now())
    const account = (await findAccount(claims)) ?? platformErrors.fail('USER_REMOVED')
    return { ...account, claims }
  }
  return {
    async authenticate(token) {
      const { account, lastSeen, withPasskey, claims } = await findHolder(token)
      if (claims.generation !== account.generation) return platformErrors.fail('TOKEN_REVOKED')
      const isRestricted = account.needsSecondFactor && !account.hasSecondFactor && !withPasskey
      const user = { ...account.user, ...(isRestricted && { isRestricted: true as const }) }
      if (claims.session === null) return user
      if (lastSeen === null) return platformErrors.fail('SIGNED_OUT')
      noteSeen(platform.sql, { id: claims.session, last_seen_at: lastSeen }, platform.clock.now())
      return { ...user, session: claims.session }
    },
    formerUser: async (token) => (await findHolder(token)).account.user,
    topic: 'users',
  }
}

/** Returns the user who asks, for calls that need one. */
export function requireUser({ user }: { readonly user: { readonly id: string } | null }): User {
  // The principals of requests are those that the authenticator above finds.
  if (!user) return platformErrors.fail('NO_TOKEN')
  const { session: _, isRestricted: __, ...plainUser } = user as User & { session?: string; isRestricted?: true }
  return plainUser
}
