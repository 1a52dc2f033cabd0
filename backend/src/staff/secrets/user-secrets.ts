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

/** Deletes everything that is stored of a user beside the events, together with the event of the removal. */
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
 * Checks the user's own password before the ways to sign in are changed, because a phone that is still signed in is not
 * enough. Attempts are limited, so that passwords cannot be guessed on that phone. Fails with TOO_MANY_SIGN_INS, or
 * with WRONG_PASSWORD at the field of the form.
 */
export async function requireOwnPassword(
  { sql }: Pick<Platform, 'sql'>,
  attempts: SignInAttempts,
  { userId, password, field = 'password' }: OwnPassword,
): Promise<Account> {
  const attempt = await attempts.beginPasswordChange(userId)
  const account = await accountById(sql, userId)
  const isRight = await passwordMatches(account?.hash ?? null, password, 'known')
  if (!account || !isRight)
    return staffErrors.fail('WRONG_PASSWORD', { [field]: staffErrors.registry.WRONG_PASSWORD.message })
  await attempt.succeeded()
  return account
}
