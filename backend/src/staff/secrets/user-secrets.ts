import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { Platform } from '../../platform/module.ts'
import { type Account, accountById } from '../read/users.view.ts'
import { removingCredentials } from './credentials.ts'
import { removingPasskeys } from './passkeys.ts'
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

interface OwnPassword {
  readonly userId: string
  readonly password: string
  readonly field?: string
}

/**
 * Checks the user's own password before the ways to sign in are changed: a phone that was left signed in is not enough,
 * and passwords cannot be guessed on it. Fails with TOO_MANY_SIGN_INS, or with WRONG_PASSWORD at the field of the form.
 */
export async function requireOwnPassword(
  { sql }: Pick<Platform, 'sql'>,
  attempts: SignInAttempts,
  { userId, password, field = 'password' }: OwnPassword,
): Promise<Account> {
  const attempt = await attempts.beginPasswordChange(userId)
  const account = await accountById(sql, userId)
  const matches = await passwordMatches(account?.hash ?? null, password, 'known')
  if (!account || !matches)
    return staffErrors.fail('WRONG_PASSWORD', { [field]: staffErrors.registry.WRONG_PASSWORD.message })
  await attempt.succeeded()
  return account
}
