import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { type CommandRequest, commandRoute } from '../../../platform/http/command-route.ts'
import type { Route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { type Account, accountByEmail, accountById } from '../../read/users.view.ts'
import { replacingHash } from '../../secrets/credentials.ts'
import { beginningReset, clearingResets, findReset, resetToken } from '../../secrets/password-resets.ts'
import { hashPassword, passwordMatches, requireStrongPassword } from '../../secrets/passwords.ts'
import type { CheckSecondStep } from '../../secrets/second-step.ts'
import { beginningSession, endingSessions } from '../../secrets/sessions.ts'
import { attemptStream } from '../sign-in/attempts.decider.ts'
import { actAs, issueToken, nameDevice, type SessionSecrets } from '../sign-in/begin-session.ts'
import type { FailedSignIns } from '../sign-in/note-attempt.ts'
import { requestPasswordResetDecider, resetPasswordDecider } from './passwords.decider.ts'

interface ResetSecrets extends SessionSecrets {
  readonly checkSecondStep: CheckSecondStep
  readonly failed: FailedSignIns
}

interface Reset extends ResetAccount {
  readonly token: string
  readonly newPassword: string
  readonly code: string | undefined
  /** The session of this device, which is signed in. */
  readonly session: string
}

/** An account with the generation of the password that its link replaces. */
interface ResetAccount {
  readonly account: Account
  readonly generation: number
}

const { fail } = staffErrors

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

async function findResetAccount({ sql, clock }: Platform, token: string): Promise<ResetAccount> {
  const reset = await findReset(sql, token, clock.now())
  const account = reset && (await accountById(sql, reset.userId))
  return reset && account ? { account, generation: reset.generation } : fail('RESET_LINK_INVALID')
}

/** Replaces the password, which ends the link and all tokens, and signs in this device, in one step. */
async function resetPassword(
  platform: Platform,
  secrets: ResetSecrets,
  asked: Reset,
  context: CommandRequest,
): Promise<void> {
  const { token, newPassword, account, generation } = asked
  if (account.generation !== generation) fail('RESET_LINK_INVALID')
  requireStrongPassword(newPassword, account.user.username)
  const who = { user: account.user, context: context.command }
  const outcome = await secrets.failed.recordRefusal('SECOND_FACTOR_WRONG', who, () =>
    replacePassword(platform, secrets, asked, context),
  )
  if (outcome === 'repeated')
    await requireSetBefore((await findResetAccount(platform, token)).account, generation, newPassword)
}

async function replacePassword(
  { clock }: Platform,
  { checkSecondStep }: ResetSecrets,
  { account, generation, newPassword, code, session }: Reset,
  context: CommandRequest,
) {
  const { user } = account
  // The link stands in for the password alone.
  const { writes, withRecoveryCode, succeeded } = await checkSecondStep(account, code, false)
  const hash = await hashPassword(newPassword)
  const begun = { id: session, userId: user.id, name: nameDevice(context), now: clock.now() }
  const { outcome } = await context.send(
    resetPasswordDecider,
    userStream(user.id),
    { type: 'ResetPassword', data: { withRecoveryCode } },
    {
      context: actAs(user),
      writes: [
        // Lets one of two requests at once through.
        replacingHash({ userId: user.id, hash, generation }, 'RESET_LINK_INVALID'),
        endingSessions(user.id),
        beginningSession(begun),
        ...writes,
      ],
    },
  )
  await succeeded()
  return outcome
}

/** Allows a lost answer to be asked for again if the password is the one that this link has set. */
async function requireSetBefore(account: Account, generation: number, password: string): Promise<void> {
  const isNext = account.generation === generation + 1
  if (!isNext || !(await passwordMatches(account.hash, password, 'stranger'))) fail('RESET_LINK_INVALID')
}
