import { staffRefusals } from '@ultimate/events/staff/api.ts'
import { staffEvents } from '@ultimate/events/staff/events.ts'
import type { Module, Platform } from '../platform/module.ts'
import { auditRoute } from './read/audit/route.ts'
import { users } from './read/users/project.ts'
import { credentialsTable } from './secrets/credentials.ts'
import { createSignInAttempts, signInAttemptsTable } from './secrets/sign-in-attempts.ts'
import { createTokens } from './secrets/tokens.ts'
import { signInRoute } from './write/sign-in/route.ts'

export { authenticator } from './authenticator.ts'
export { ensureFirstTd } from './first-td.ts'

/** Users, sign-in and the audit. */
export function staff(platform: Platform): Module {
  const { sql, configuration } = platform
  const tokens = createTokens(configuration.authSecret)
  const attempts = createSignInAttempts(sql, configuration.authSecret)
  return {
    name: 'staff',
    events: staffEvents,
    categories: ['user'],
    refusals: staffRefusals.catalogue,
    readModels: [users],
    routes: [signInRoute(platform, tokens, attempts), auditRoute(platform)],
    automations: [],
    live: {
      UserAdded: { topic: 'users', audience: 'TD' },
      UserSignedIn: { topic: 'users', audience: 'TD' },
    },
    tables: [credentialsTable, signInAttemptsTable],
  }
}
