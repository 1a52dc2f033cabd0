import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { type RequestContext, type Route, route } from '../../../platform/http/http-route.ts'
import { networkOf } from '../../../platform/http/request/caller.ts'
import type { Platform } from '../../../platform/module.ts'
import { type Account, accountByEmail, accountById } from '../../read/users.view.ts'
import { replacingHash } from '../../secrets/credentials.ts'
import type { KnownDevices } from '../../secrets/known-device.ts'
import {
  beginningReset,
  clearingResets,
  findReset,
  type PasswordReset,
  resetToken,
} from '../../secrets/password-resets.ts'
import { hashPassword, passwordMatches, requireStrongPassword } from '../../secrets/passwords.ts'
import type { CheckSecondStep } from '../../secrets/second-step.ts'
import { beginningSession, deviceName, endingSessions } from '../../secrets/sessions.ts'
import type { Tokens } from '../../secrets/tokens.ts'
import { attemptStream } from '../sign-in/attempts.decider.ts'
import type { FailedSignIns } from '../sign-in/note-failed-sign-in.ts'
import { requestPasswordResetDecider, resetPasswordDecider } from './password-reset.decider.ts'

/** Does the same for every address; the mail, if there is one, is written by an automation. */
export function requestPasswordResetRoute({ commands, configuration, clock, sql }: Platform): Route {
  return route(staffApi.requestPasswordReset, async ({ body: { email } }, { command: context, newId }) => {
    const account = await accountByEmail(sql, email)
    // A link replaces a password: to a user whose secrets were lost, a TD sends one.
    const reset = account && account.hash !== null ? { userId: account.user.id, generation: account.generation } : null
    const [key, now] = [newId(), clock.now()]
    await commands.handle(
      requestPasswordResetDecider,
      {
        stream: attemptStream(key),
        command: {
          type: 'RequestPasswordReset',
          data: { userId: reset?.userId ?? null },
          metadata: { now: context.now },
        },
        startsStream: true,
        writes: [beginningReset(resetToken(configuration.authSecret, key), reset, now), clearingResets(now)],
      },
      context,
    )
    return { status: 202, body: {} }
  })
}

interface ResetSecrets {
  readonly tokens: Tokens
  readonly devices: KnownDevices
  readonly checkSecondStep: CheckSecondStep
  readonly failed: FailedSignIns
}

interface Replacing {
  readonly account: Account
  readonly generation: number
  readonly newPassword: string
  readonly code: string | undefined
  /** Of this device, which is signed in. */
  readonly session: string
}

const { fail } = staffErrors

/** In one step the password is replaced, which ends the link and all tokens, and this device is signed in. */
export function resetPasswordRoute(
  platform: Platform,
  { tokens, devices, checkSecondStep, failed }: ResetSecrets,
): Route {
  const { sql, commands, clock } = platform

  async function accountOf(token: string): Promise<{ reset: PasswordReset; account: Account }> {
    const reset = await findReset(sql, token, clock.now())
    const account = reset && (await accountById(sql, reset.userId))
    return reset && account ? { reset, account } : fail('RESET_LINK_INVALID')
  }

  async function goOn(context: RequestContext, { user }: Account, generation: number, session: string) {
    const person = { userId: user.id, generation: generation + 1 }
    devices.remember(context, person)
    const token = await tokens.issue({ ...person, session }, clock.now())
    return { status: 200, body: { user: { ...user, is_verified: true }, token } } as const
  }

  async function replacePassword(
    { account, generation, newPassword, code, session }: Replacing,
    context: RequestContext,
  ) {
    const { user } = account
    // The link stands in for the password alone.
    const { writes, withRecoveryCode, succeeded } = await checkSecondStep(account, code, false)
    const hash = await hashPassword(newPassword)
    const now = clock.now()
    const name = deviceName(context.userAgent, networkOf(context.address))
    const { outcome } = await commands.handle(
      resetPasswordDecider,
      {
        stream: userStream(user.id),
        command: { type: 'ResetPassword', data: { withRecoveryCode }, metadata: { now: context.command.now } },
        writes: [
          // Lets one of two requests at once through.
          replacingHash({ userId: user.id, hash, generation }, 'RESET_LINK_INVALID'),
          endingSessions(user.id),
          beginningSession({ id: session, userId: user.id, name, now }),
          ...writes,
        ],
      },
      { ...context.command, actor: { kind: 'staff', id: user.id, name: user.full_name, role: user.role } },
    )
    await succeeded()
    return outcome
  }

  return route(staffApi.resetPassword, async ({ body: { token, newPassword, code } }, context) => {
    const { reset, account } = await accountOf(token)
    const { user } = account
    const { generation } = reset
    const session = context.newId()
    if (context.repeats) {
      await requireSetBefore(account, generation, newPassword)
      return goOn(context, account, generation, session)
    }

    if (account.generation !== generation) fail('RESET_LINK_INVALID')
    requireStrongPassword(newPassword, user.username)
    const who = { user, context: context.command }
    const outcome = await failed.recordRefusal('SECOND_FACTOR_WRONG', who, () =>
      replacePassword({ account, generation, newPassword, code, session }, context),
    )
    if (outcome === 'repeated') await requireSetBefore((await accountOf(token)).account, generation, newPassword)
    return goOn(context, account, generation, session)
  })
}

/** For a lost answer that is asked for again: the password is the one that this link has set. */
async function requireSetBefore(account: Account, generation: number, password: string): Promise<void> {
  const isNext = account.generation === generation + 1
  if (!isNext || !(await passwordMatches(account.hash, password, 'stranger'))) fail('RESET_LINK_INVALID')
}
