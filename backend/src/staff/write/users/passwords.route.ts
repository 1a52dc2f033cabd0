import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { PasswordChange } from '@ultimate/events/staff/account.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { type RequestContext, type Route, route } from '../../../platform/http/http-route.ts'
import { mailFileOf } from '../../../platform/mail/outbox.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { renewalId } from '../../mails/user-added.mail.ts'
import { accountById } from '../../read/users.view.ts'
import { replacingHash, settingTemporaryHash } from '../../secrets/credentials.ts'
import type { KnownDevices } from '../../secrets/known-device.ts'
import {
  hashPassword,
  passwordMatches,
  renewedPassword,
  requireStrongPassword,
  temporaryUntil,
} from '../../secrets/passwords.ts'
import { endingSessions } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import type { Tokens } from '../../secrets/tokens.ts'
import { changePasswordDecider, renewPasswordDecider } from './passwords.decider.ts'

interface ChangeSecrets {
  readonly tokens: Tokens
  readonly attempts: SignInAttempts
  readonly devices: KnownDevices
}

/** The hash and the fact are stored in one step: open pages that hear of it find their tokens revoked. */
export function changePasswordRoute(platform: Platform, { tokens, attempts, devices }: ChangeSecrets): Route {
  async function goOn(context: RequestContext, userId: string, generation: number) {
    devices.remember(context, { userId, generation })
    const session = context.user?.session ?? null
    return { status: 200, body: { token: await tokens.issue({ userId, generation, session }, platform.clock.now()) } }
  }
  return route(staffApi.changePassword, async ({ body }, context) => {
    const { id: userId } = signedIn(context)
    if (context.repeats) return goOn(context, userId, await generationOf(platform, userId, body.newPassword))
    // Passwords cannot be guessed on a phone that was left signed in either.
    const attempt = await attempts.beginPasswordChange(userId)
    const account = await accountById(platform.sql, userId)
    await requireCurrentPassword(account?.hash ?? null, body, () => attempt.succeeded())
    requireStrongPassword(body.newPassword, account?.user.username ?? '')
    const generation = account?.generation ?? 0
    const { outcome } = await platform.commands.handle(
      changePasswordDecider,
      {
        stream: userStream(userId),
        command: { type: 'ChangePassword', data: {}, metadata: { now: context.command.now } },
        writes: [
          replacingHash({ userId, generation, hash: await hashPassword(body.newPassword) }),
          endingSessions(userId, context.user?.session),
        ],
      },
      context.command,
    )
    const repeated = outcome === 'repeated'
    return goOn(context, userId, repeated ? await generationOf(platform, userId, body.newPassword) : generation + 1)
  })
}

/** The generation of the tokens of a password that was set before; fails where it was changed again since. */
async function generationOf({ sql }: Platform, userId: string, password: string): Promise<number> {
  const account = await accountById(sql, userId)
  if (!account || !(await passwordMatches(account.hash, password, 'known'))) platformErrors.fail('TOKEN_REVOKED')
  return account?.generation ?? 0
}

async function requireCurrentPassword(
  hash: string | null,
  { currentPassword }: PasswordChange,
  onRightOne: () => Promise<void>,
): Promise<void> {
  const { fail, registry } = staffErrors
  if (!(await passwordMatches(hash, currentPassword, 'known')))
    fail('WRONG_PASSWORD', { currentPassword: registry.WRONG_PASSWORD.message })
  await onRightOne()
}

/** Ends the password and all sessions of the user, and mails a new password that is good for a week. */
export function renewPasswordRoute(platform: Platform): Route {
  return route(staffApi.renewPassword, async ({ params: { id } }, context) => {
    const { configuration, commands, clock } = platform
    const { now } = context.command
    const key = context.newId()
    const password = renewedPassword(configuration.authSecret, id, key)
    const hash = await hashPassword(password)
    await commands.handle(
      renewPasswordDecider,
      {
        stream: userStream(id),
        command: { type: 'RenewPassword', data: { id, by: signedIn(context).id, key }, metadata: { now } },
        writes: [settingTemporaryHash({ userId: id, hash, until: temporaryUntil(clock.now()) }), endingSessions(id)],
      },
      context.command,
    )
    const mail_file = mailFileOf(configuration, renewalId(key))
    return { status: 202, body: { mail_file, ...(mail_file !== null && { password }) } }
  })
}
