import { staffErrors } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import type { CommandRequest } from '../../../platform/commands.ts'
import type { Platform } from '../../../platform/module.ts'
import { type Account, accountById } from '../../read/users.view.ts'
import { replacingHash } from '../../secrets/credentials.ts'
import { findReset } from '../../secrets/password-resets.ts'
import { hashPassword, passwordMatches, requireStrongPassword } from '../../secrets/passwords.ts'
import type { CheckSecondStep } from '../../secrets/second-step.ts'
import { beginningSession, endingSessions } from '../../secrets/sessions.ts'
import { actAs, nameDevice, type SessionSecrets } from '../sign-in/begin-session.ts'
import type { FailedSignIns } from '../sign-in/note-failed-sign-in.ts'
import { resetPasswordDecider } from './password-reset.decider.ts'

export interface ResetSecrets extends SessionSecrets {
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

export async function findResetAccount({ sql, clock }: Platform, token: string): Promise<ResetAccount> {
  const reset = await findReset(sql, token, clock.now())
  const account = reset && (await accountById(sql, reset.userId))
  return reset && account ? { account, generation: reset.generation } : fail('RESET_LINK_INVALID')
}

/** Replaces the password, which ends the link and all tokens, and signs in this device, in one step. */
export async function resetPassword(
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
export async function requireSetBefore(account: Account, generation: number, password: string): Promise<void> {
  const isNext = account.generation === generation + 1
  if (!isNext || !(await passwordMatches(account.hash, password, 'stranger'))) fail('RESET_LINK_INVALID')
}
