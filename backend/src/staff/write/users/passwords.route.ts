import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { PasswordChange } from '@ultimate/events/staff/account.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user.ts'
import { type CommandRequest, commandRoute } from '../../../platform/commands.ts'
import type { Route } from '../../../platform/http/http-route.ts'
import { locateMailFile } from '../../../platform/mail/outbox.ts'
import type { Platform } from '../../../platform/module.ts'
import { requireUser } from '../../authenticator.ts'
import { renewalId } from '../../mails/user-added.mail.ts'
import { type Account, accountByEmail, accountById } from '../../read/users.view.ts'
import { replacingHash, settingTemporaryHash } from '../../secrets/credentials.ts'
import { beginningReset, clearingResets, findReset, resetToken } from '../../secrets/password-resets.ts'
import {
  hashPassword,
  passwordMatches,
  renewedPassword,
  requireStrongPassword,
  temporaryUntil,
} from '../../secrets/passwords.ts'
import type { CheckSecondStep } from '../../secrets/second-step.ts'
import { beginningSession, endingSessions } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { requireOwnPassword } from '../../secrets/user-secrets.ts'
import { attemptStream } from '../sign-in/attempts.decider.ts'
import { actAs, issueToken, nameDevice, type SessionSecrets } from '../sign-in/begin-session.ts'
import type { FailedSignIns } from '../sign-in/note-attempt.ts'
import {
  changePasswordDecider,
  renewPasswordDecider,
  requestPasswordResetDecider,
  resetPasswordDecider,
} from './passwords.decider.ts'

export const passwordRoutes = (platform: Platform, secrets: ChangeSecrets & ResetSecrets): Route[] => [
  renewPasswordRoute(platform),
  changePasswordRoute(platform, secrets),
  requestPasswordResetRoute(platform),
  resetPasswordRoute(platform, secrets),
]

const { fail } = staffErrors

interface ChangeSecrets extends SessionSecrets {
  readonly attempts: SignInAttempts
}

function changePasswordRoute(platform: Platform, secrets: ChangeSecrets): Route {
  return commandRoute(platform, staffApi.changePassword, async ({ body }, context) => {
    const { id: userId } = requireUser(context)
    const generation = context.repeats
      ? await readGeneration(platform, userId, body.newPassword)
      : await changePassword(platform, secrets, body, context)
    const claims = { userId, generation, session: context.user?.session ?? null }
    return { status: 200, body: { token: await issueToken(secrets, claims, platform.clock.now(), context) } }
  })
}

/**
 * Stores hash and event in one step, so that open pages find their tokens revoked. Returns the generation of the tokens
 * of the new password.
 */
async function changePassword(
  platform: Platform,
  { attempts }: ChangeSecrets,
  { currentPassword, newPassword }: PasswordChange,
  context: CommandRequest,
): Promise<number> {
  const { id: userId } = requireUser(context)
  const ownPassword = { userId, password: currentPassword, field: 'currentPassword' }
  const { user, generation } = await requireOwnPassword(platform, attempts, ownPassword)
  requireStrongPassword(newPassword, user.username)
  const hash = await hashPassword(newPassword)
  const writes = [replacingHash({ userId, generation, hash }), endingSessions(userId, context.user?.session)]
  const command = { type: 'ChangePassword', data: {} } as const
  const { outcome } = await context.send(changePasswordDecider, userStream(userId), command, { writes })
  return outcome === 'repeated' ? readGeneration(platform, userId, newPassword) : generation + 1
}

/** Returns the generation of the tokens that belong to this password; fails if it was changed again since. */
async function readGeneration({ sql }: Platform, userId: string, password: string): Promise<number> {
  const account = await accountById(sql, userId)
  if (!account || !(await passwordMatches(account.hash, password, 'known'))) platformErrors.fail('TOKEN_REVOKED')
  return account?.generation ?? 0
}

/** Ends the password and all sessions of the user, and mails a new password that is good for a week. */
function renewPasswordRoute(platform: Platform): Route {
  const { configuration, clock } = platform
  return commandRoute(platform, staffApi.renewPassword, async ({ params: { id } }, context) => {
    const key = context.newId()
    const password = renewedPassword(configuration.authSecret, id, key)
    const hash = await hashPassword(password)
    const until = temporaryUntil(clock.now())
    const command = { type: 'RenewPassword', data: { id, by: requireUser(context).id, key } } as const
    const writes = [settingTemporaryHash({ userId: id, hash, until }), endingSessions(id)]
    await context.send(renewPasswordDecider, userStream(id), command, { writes })
    const mail_file = locateMailFile(configuration, renewalId(key))
    return { status: 202, body: { mail_file, ...(mail_file !== null && { password }) } }
  })
}

interface ResetSecrets extends SessionSecrets {
  readonly checkSecondStep: CheckSecondStep
  readonly failed: FailedSignIns
}

interface Reset extends ResetAccount {
  readonly token: string
  readonly newPassword: string
  readonly code: string | undefined
  /** The id of the session with which this device is signed in. */
  readonly session: string
}

/** An account with the generation of the password that its link replaces. */
interface ResetAccount {
  readonly account: Account
  readonly generation: number
}

/**
 * Does the same work for every address, so that its time reveals nothing; an automation writes the mail, if there is
 * one.
 */
function requestPasswordResetRoute(platform: Platform): Route {
  const { configuration, clock, sql } = platform
  return commandRoute(platform, staffApi.requestPasswordReset, async ({ body: { email } }, { newId, send }) => {
    const account = await accountByEmail(sql, email)
    // A link replaces a password. Users whose secrets were lost have none: a TD sends them one.
    const reset = account && account.hash !== null ? { userId: account.user.id, generation: account.generation } : null
    const [key, now] = [newId(), clock.now()]
    const command = { type: 'RequestPasswordReset', data: { userId: reset?.userId ?? null } } as const
    const writes = [beginningReset(resetToken(configuration.authSecret, key), reset, now), clearingResets(now)]
    await send(requestPasswordResetDecider, attemptStream(key), command, { startsStream: true, writes })
    return { status: 202, body: {} }
  })
}

function resetPasswordRoute(platform: Platform, secrets: ResetSecrets): Route {
  return commandRoute(platform, staffApi.resetPassword, async ({ body: { token, newPassword, code } }, context) => {
    const resetAccount = await findResetAccount(platform, token)
    const { account, generation } = resetAccount
    const session = context.newId()
    if (context.repeats) await requireSetBefore(account, generation, newPassword)
    else await resetPassword(platform, secrets, { ...resetAccount, token, newPassword, code, session }, context)
    const claims = { userId: account.user.id, generation: generation + 1, session }
    const newToken = await issueToken(secrets, claims, platform.clock.now(), context)
    return { status: 200, body: { user: { ...account.user, is_verified: true }, token: newToken } }
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
  reset: Reset,
  context: CommandRequest,
): Promise<void> {
  const { token, newPassword, account, generation } = reset
  if (account.generation !== generation) fail('RESET_LINK_INVALID')
  requireStrongPassword(newPassword, account.user.username)
  const who = { user: account.user, context: context.commandContext }
  const outcome = await secrets.failed.recordIfRejected('SECOND_FACTOR_WRONG', who, () =>
    replacePassword(platform, secrets, reset, context),
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
  const newSession = { id: session, userId: user.id, name: nameDevice(context), now: clock.now() }
  const { outcome } = await context.send(
    resetPasswordDecider,
    userStream(user.id),
    { type: 'ResetPassword', data: { withRecoveryCode } },
    {
      context: actAs(user),
      writes: [
        // Fails for the second of two requests at once.
        replacingHash({ userId: user.id, hash, generation }, 'RESET_LINK_INVALID'),
        endingSessions(user.id),
        beginningSession(newSession),
        ...writes,
      ],
    },
  )
  await succeeded()
  return outcome
}

/** Fails unless this link has set this password: then a request that lost its answer may be repeated. */
async function requireSetBefore(account: Account, generation: number, password: string): Promise<void> {
  const isNext = account.generation === generation + 1
  if (!isNext || !(await passwordMatches(account.hash, password, 'stranger'))) fail('RESET_LINK_INVALID')
}
