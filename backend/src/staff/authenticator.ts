import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import type { Authenticator } from '../platform/http/principal.ts'
import type { Platform } from '../platform/module.ts'
import { accountById } from './read/users/query.ts'
import { createTokens } from './secrets/tokens.ts'

/**
 * Looks the user up at every call, by primary key: a user who was removed, or changed their
 * password, on another backend a moment ago is signed out here too.
 */
export function authenticator(platform: Pick<Platform, 'configuration' | 'clock' | 'sql'>): Authenticator {
  const tokens = createTokens(platform.configuration.authSecret)
  const holder = async (token: string) => {
    const { userId, generation } = await tokens.verify(token, platform.clock.now())
    const account = (await accountById(platform.sql, userId)) ?? platformErrors.fail('USER_REMOVED')
    return { account, generation }
  }
  return {
    async authenticate(token) {
      const { account, generation } = await holder(token)
      if (generation !== account.generation) return platformErrors.fail('TOKEN_REVOKED')
      return account.user
    },
    formerUser: async (token) => (await holder(token)).account.user,
    topic: 'users',
  }
}

/** The user who asks, for calls that need one. */
export function signedIn({ user }: { readonly user: { readonly id: string } | null }): User {
  // The principals of requests are those that the authenticator above finds.
  return user ? (user as User) : platformErrors.fail('NO_TOKEN')
}
