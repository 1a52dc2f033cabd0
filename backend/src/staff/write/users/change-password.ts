import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { PasswordChange } from '@ultimate/events/staff/account.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import type { CommandRequest } from '../../../platform/commands.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { accountById } from '../../read/users.view.ts'
import { replacingHash } from '../../secrets/credentials.ts'
import { hashPassword, passwordMatches, requireStrongPassword } from '../../secrets/passwords.ts'
import { endingSessions } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import type { SessionSecrets } from '../sign-in/begin-session.ts'
import { changePasswordDecider } from './passwords.decider.ts'

export interface ChangeSecrets extends SessionSecrets {
  readonly attempts: SignInAttempts
}

/**
 * The hash and the fact are stored in one step: open pages that hear of it find their tokens revoked. Returns the generation
 * of the tokens of the new password.
 */
export async function changePassword(
  platform: Platform,
  { attempts }: ChangeSecrets,
  { currentPassword, newPassword }: PasswordChange,
  context: CommandRequest,
): Promise<number> {
  const { id: userId } = signedIn(context)
  // Passwords cannot be guessed on a phone that was left signed in either.
  const attempt = await attempts.beginPasswordChange(userId)
  const account = await accountById(platform.sql, userId)
  await requireCurrentPassword(account?.hash ?? null, currentPassword)
  await attempt.succeeded()
  requireStrongPassword(newPassword, account?.user.username ?? '')
  const generation = account?.generation ?? 0
  const hash = await hashPassword(newPassword)
  const writes = [replacingHash({ userId, generation, hash }), endingSessions(userId, context.user?.session)]
  const command = { type: 'ChangePassword', data: {} } as const
  const { outcome } = await context.send(changePasswordDecider, userStream(userId), command, { writes })
  return outcome === 'repeated' ? readGeneration(platform, userId, newPassword) : generation + 1
}

/** The generation of the tokens of a password that was set before; fails where it was changed again since. */
export async function readGeneration({ sql }: Platform, userId: string, password: string): Promise<number> {
  const account = await accountById(sql, userId)
  if (!account || !(await passwordMatches(account.hash, password, 'known'))) platformErrors.fail('TOKEN_REVOKED')
  return account?.generation ?? 0
}

async function requireCurrentPassword(hash: string | null, password: string): Promise<void> {
  const { fail, registry } = staffErrors
  if (!(await passwordMatches(hash, password, 'known')))
    fail('WRONG_PASSWORD', { currentPassword: registry.WRONG_PASSWORD.message })
}
