import { staffApi } from '@ultimate/events/staff/api.ts'
import { commandRoute } from '../../../platform/commands.ts'
import type { Route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { accountByEmail } from '../../read/users.view.ts'
import { beginningReset, clearingResets, resetToken } from '../../secrets/password-resets.ts'
import { attemptStream } from '../sign-in/attempts.decider.ts'
import { issueToken } from '../sign-in/begin-session.ts'
import { requestPasswordResetDecider } from './password-reset.decider.ts'
import { findResetAccount, type ResetSecrets, requireSetBefore, resetPassword } from './reset-password.ts'

/** Does the same for every address; the mail, if there is one, is written by an automation. */
export function requestPasswordResetRoute(platform: Platform): Route {
  const { configuration, clock, sql } = platform
  return commandRoute(platform, staffApi.requestPasswordReset, async ({ body: { email } }, { newId, send }) => {
    const account = await accountByEmail(sql, email)
    // A link replaces a password: to a user whose secrets were lost, a TD sends one.
    const reset = account && account.hash !== null ? { userId: account.user.id, generation: account.generation } : null
    const [key, now] = [newId(), clock.now()]
    const command = { type: 'RequestPasswordReset', data: { userId: reset?.userId ?? null } } as const
    const writes = [beginningReset(resetToken(configuration.authSecret, key), reset, now), clearingResets(now)]
    await send(requestPasswordResetDecider, attemptStream(key), command, { startsStream: true, writes })
    return { status: 202, body: {} }
  })
}

export function resetPasswordRoute(platform: Platform, secrets: ResetSecrets): Route {
  return commandRoute(platform, staffApi.resetPassword, async ({ body: { token, newPassword, code } }, context) => {
    const found = await findResetAccount(platform, token)
    const { account, generation } = found
    const session = context.newId()
    if (context.repeats) await requireSetBefore(account, generation, newPassword)
    else await resetPassword(platform, secrets, { ...found, token, newPassword, code, session }, context)
    const claims = { userId: account.user.id, generation: generation + 1, session }
    const issued = await issueToken(secrets, claims, platform.clock.now(), context)
    return { status: 200, body: { user: { ...account.user, is_verified: true }, token: issued } }
  })
}
