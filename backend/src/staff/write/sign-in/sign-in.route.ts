import { cleanCode } from '@ultimate/events/language/text/clean.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { type CommandRequest, commandRoute } from '../../../platform/http/command-route.ts'
import type { RequestContext, Route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { type Account, accountByUsername } from '../../read/users.view.ts'
import { passwordMatches } from '../../secrets/passwords.ts'
import { type CheckSecondStep, missingStep } from '../../secrets/second-step.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { beginSession, type SessionSecrets } from './begin-session.ts'
import type { FailedSignIns } from './note-attempt.ts'

interface SignInSecrets extends SessionSecrets {
  readonly attempts: SignInAttempts
  readonly failed: FailedSignIns
  readonly checkSecondStep: CheckSecondStep
}

export function signInRoute(platform: Platform, secrets: SignInSecrets): Route {
  return commandRoute(platform, staffApi.signIn, async ({ body: { code, ...credentials } }, context) => {
    const { account, attempt } = await requireCredentials(platform, secrets, credentials, context)
    const missing = missingStep(account, code)
    if (missing) {
      await attempt.dropped()
      throw staffErrors.error(missing)
    }
    const known = await begin(secrets, { account, code, now: platform.clock.now() }, context)
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
async function requireCredentials(
  platform: Platform,
  { attempts, devices, failed }: SignInSecrets,
  { username: typed, password }: { readonly username: string; readonly password: string },
  context: RequestContext,
) {
  const { username, account } = await findAccount(platform, typed)
  const device = account && devices.find(context, { userId: account.user.id, generation: account.generation })
  const attempt = await attempts.begin({ username, address: context.address, device })
  const asker = device === null ? 'stranger' : 'known'
  const matches = await passwordMatches(account?.hash ?? null, password, asker).catch(async (error: unknown) => {
    await attempt.dropped()
    throw error
  })
  if (!account || !matches) {
    await failed.record(username, account?.user.id ?? null, context.command)
    return staffErrors.fail('INVALID_CREDENTIALS')
  }
  if (account.temporaryUntil !== null && account.temporaryUntil <= platform.clock.now()) {
    await attempt.dropped()
    return staffErrors.fail('TEMPORARY_PASSWORD_ENDED')
  }
  return { account, attempt }
}

/** Invisible characters around a name give no further attempts. */
async function findAccount({ sql }: Platform, typed: string) {
  const cleaned = cleanCode(typed)
  const account = (await accountByUsername(sql, typed)) ?? (await accountByUsername(sql, cleaned))
  return { username: account?.user.username ?? cleaned, account }
}

interface Beginning {
  readonly account: Account
  readonly code: string | undefined
  readonly now: Date
}

/** A wrong code is a failed sign-in. */
function begin(secrets: SignInSecrets, { account, code, now }: Beginning, context: CommandRequest) {
  const { checkSecondStep, failed } = secrets
  return failed.recordRefusal('SECOND_FACTOR_WRONG', { user: account.user, context: context.command }, async () => {
    const { writes, withRecoveryCode, succeeded } = await checkSecondStep(account, code, context.repeats)
    const how = { withRecoveryCode, passkeyId: null }
    const known = await beginSession(secrets, { account, how, writes, now }, context)
    await succeeded()
    return known
  })
}
