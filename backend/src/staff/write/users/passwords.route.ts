import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { PasswordChange } from '@ultimate/events/staff/account.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { type CommandRequest, commandRoute } from '../../../platform/http/command-route.ts'
import type { Route } from '../../../platform/http/http-route.ts'
import { locateMailFile } from '../../../platform/mail/outbox.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { renewalId } from '../../mails/user-added.mail.ts'
import { accountById } from '../../read/users.view.ts'
import { replacingHash, settingTemporaryHash } from '../../secrets/credentials.ts'
import {
  hashPassword,
  passwordMatches,
  renewedPassword,
  requireStrongPassword,
  temporaryUntil,
} from '../../secrets/passwords.ts'
import { endingSessions } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { requireOwnPassword } from '../../secrets/user-secrets.ts'
import { issueToken, type SessionSecrets } from '../sign-in/begin-session.ts'
import { changePasswordDecider, renewPasswordDecider } from './passwords.decider.ts'

interface ChangeSecrets extends SessionSecrets {
  readonly attempts: SignInAttempts
}

export function changePasswordRoute(platform: Platform, secrets: ChangeSecrets): Route {
  return commandRoute(platform, staffApi.changePassword, async ({ body }, context) => {
    const { id: userId } = signedIn(context)
    const generation = context.repeats
      ? await readGeneration(platform, userId, body.newPassword)
      : await changePassword(platform, secrets, body, context)
    const claims = { userId, generation, session: context.user?.session ?? null }
    return { status: 200, body: { token: await issueToken(secrets, claims, platform.clock.now(), context) } }
  })
}

/**
 * The hash and the fact are stored in one step: open pages that hear of it find their tokens revoked. Returns the generation
 * of the tokens of the new password.
 */
async function changePassword(
  platform: Platform,
  { attempts }: ChangeSecrets,
  { currentPassword, newPassword }: PasswordChange,
  context: CommandRequest,
): Promise<number> {
  const { id: userId } = signedIn(context)
  const own = { userId, password: currentPassword, field: 'currentPassword' }
  const { user, generation } = await requireOwnPassword(platform, attempts, own)
  requireStrongPassword(newPassword, user.username)
  const hash = await hashPassword(newPassword)
  const writes = [replacingHash({ userId, generation, hash }), endingSessions(userId, context.user?.session)]
  const command = { type: 'ChangePassword', data: {} } as const
  const { outcome } = await context.send(changePasswordDecider, userStream(userId), command, { writes })
  return outcome === 'repeated' ? readGeneration(platform, userId, newPassword) : generation + 1
}

/** The generation of the tokens of a password that was set before; fails where it was changed again since. */
async function readGeneration({ sql }: Platform, userId: string, password: string): Promise<number> {
  const account = await accountById(sql, userId)
  if (!account || !(await passwordMatches(account.hash, password, 'known'))) platformErrors.fail('TOKEN_REVOKED')
  return account?.generation ?? 0
}

/** Ends the password and all sessions of the user, and mails a new password that is good for a week. */
export function renewPasswordRoute(platform: Platform): Route {
  const { configuration, clock } = platform
  return commandRoute(platform, staffApi.renewPassword, async ({ params: { id } }, context) => {
    const key = context.newId()
    const password = renewedPassword(configuration.authSecret, id, key)
    const hash = await hashPassword(password)
    const until = temporaryUntil(clock.now())
    const command = { type: 'RenewPassword', data: { id, by: signedIn(context).id, key } } as const
    const writes = [settingTemporaryHash({ userId: id, hash, until }), endingSessions(id)]
    await context.send(renewPasswordDecider, userStream(id), command, { writes })
    const mail_file = locateMailFile(configuration, renewalId(key))
    return { status: 202, body: { mail_file, ...(mail_file !== null && { password }) } }
  })
}
