import { cleanCode } from '@ultimate/events/language/text/clean.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { type CommandRequest, commandRoute } from '../../../platform/commands.ts'
import type { RequestContext, Route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { type Account, accountByUsername } from '../../read/users.view.ts'
import { passwordMatches } from '../../secrets/passwords.ts'
import { type CheckSecondStep, missingStep } from '../../secrets/second-step.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { beginSession, type SessionSecrets } from './begin-session.ts'
import type { FailedSignIns } from './note-failed-sign-in.ts'

interface SignInSecrets extends SessionSecrets {
  readonly attempts: SignInAttempts
  readonly failed: FailedSignIns
  readonly checkSecondStep: CheckSecondStep
}

export function signInRoute(platform: Platform, secrets: SignInSecrets): Route {
  const requireCredentials = credentialsCheck(platform, secrets)
  const begin = beginningSignIn(secrets)

  return commandRoute(platform, staffApi.signIn, async ({ body: { code, ...credentials } }, context) => {
    const now = platform.clock.now()
    const { account, attempt } = await requireCredentials(credentials, context, now)
    const missing = missingStep(account, code)
    if (missing) {
      await attempt.dropped()
      throw staffErrors.error(missing)
    }

    const known = await begin({ account, code, now }, context)
    await attempt.succeeded()
    return { status: 200, body: { ...known, ...buildNotices(account) } }
  })
}

/** Lists what the user should do about their account. */
const buildNotices = ({ temporaryUntil, needsSecondFactor, hasSecondFactor }: Account) => ({
  ...(temporaryUntil && { password_ends: temporaryUntil.toISOString() }),
  ...(needsSecondFactor && !hasSecondFactor && { second_factor_needed: true as const }),
})

/** Finds the account of these credentials; the attempt is counted before they are looked at. */
function credentialsCheck(platform: Platform, { attempts, devices, failed }: SignInSecrets) {
  return async (
    credentials: { readonly username: string; readonly password: string },
    context: RequestContext,
    now: Date,
  ) => {
    const { username: typed, password } = credentials
    const cleaned = cleanCode(typed)
    const account = (await accountByUsername(platform.sql, typed)) ?? (await accountByUsername(platform.sql, cleaned))
    // Invisible characters around a name give no further attempts.
    const username = account?.user.username ?? cleaned
    const person = account && { userId: account.user.id, generation: account.generation }
    const device = person && devices.find(context, person)
    const attempt = await attempts.begin({ username, address: context.address, device })
    const asker = device === null ? 'stranger' : 'known'
    const matches = await passwordMatches(account?.hash ?? null, password, asker).catch(async (error: unknown) => {
      await attempt.dropped()
      throw error
    })
    if (!account || !person || !matches) {
      await failed.record(username, account?.user.id ?? null, context.command)
      throw staffErrors.error('INVALID_CREDENTIALS')
    }
    if (account.temporaryUntil !== null && account.temporaryUntil <= now) {
      await attempt.dropped()
      throw staffErrors.error('TEMPORARY_PASSWORD_ENDED')
    }
    return { account, attempt }
  }
}

interface Beginning {
  readonly account: Account
  readonly code: string | undefined
  readonly now: Date
}

/** A wrong code is a failed sign-in. */
function beginningSignIn(secrets: SignInSecrets) {
  const { checkSecondStep, failed } = secrets
  return ({ account, code, now }: Beginning, context: CommandRequest) =>
    failed.recordRefusal('SECOND_FACTOR_WRONG', { user: account.user, context: context.command }, async () => {
      const { writes, withRecoveryCode, succeeded } = await checkSecondStep(account, code, context.repeats)
      const how = { withRecoveryCode, passkeyId: null }
      const known = await beginSession(secrets, { account, how, writes, now }, context)
      await succeeded()
      return known
    })
}
