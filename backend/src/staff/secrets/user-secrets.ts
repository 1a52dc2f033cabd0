import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { Platform } from '../../platform/module.ts'
import { accountById } from '../read/users.view.ts'
import { removingCredentials } from './credentials.ts'
import { removingPasskeys } from './passkeys/credentials.ts'
import { endingResets } from './password-resets.ts'
import { passwordMatches } from './passwords.ts'
import { removingSecondFactor } from './second-factors.ts'
import { endingSessions } from './sessions.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

/** Everything that is stored of a user beside the facts; stored with the fact that the user was removed. */
export const removingSecrets = (userId: string): TransactionalWrite[] => [
  removingCredentials(userId),
  endingSessions(userId),
  endingResets(userId),
  removingPasskeys(userId),
  ...removingSecondFactor(userId),
]

/**
 * Checks the user's own password before the ways to sign in are changed: a phone that was left signed in is not enough,
 * and passwords cannot be guessed on it. Fails with WRONG_PASSWORD or TOO_MANY_SIGN_INS.
 */
export async function requireOwnPassword(
  { sql }: Pick<Platform, 'sql'>,
  attempts: SignInAttempts,
  { userId, password }: { readonly userId: string; readonly password: string },
): Promise<void> {
  const attempt = await attempts.beginPasswordChange(userId)
  const account = await accountById(sql, userId)
  if (!(await passwordMatches(account?.hash ?? null, password, 'known')))
    staffErrors.fail('WRONG_PASSWORD', { password: staffErrors.registry.WRONG_PASSWORD.message })
  await attempt.succeeded()
}
