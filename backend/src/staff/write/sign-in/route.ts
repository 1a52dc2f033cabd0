import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { networkOf } from '../../../platform/http/request/caller.ts'
import { type RequestContext, type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { type Account, accountByUsername } from '../../read/users/query.ts'
import type { KnownDevices } from '../../secrets/known-device.ts'
import { passwordMatches } from '../../secrets/passwords.ts'
import type { CheckSecondStep } from '../../secrets/second-step.ts'
import { beginningSession, clearingSessions, deviceName } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import type { Tokens } from '../../secrets/tokens.ts'
import type { FailedSignIns } from '../note-failed-sign-in/note-failed-sign-in.ts'
import { userStream } from '../user.ts'
import { signInDecider } from './decide.ts'

interface SignInSecrets {
  readonly tokens: Tokens
  readonly attempts: SignInAttempts
  readonly devices: KnownDevices
  readonly failed: FailedSignIns
  readonly checkSecondStep: CheckSecondStep
}

export function signInRoute(platform: Platform, secrets: SignInSecrets): Route {
  const { tokens, devices } = secrets
  const requireCredentials = credentialsCheck(platform, secrets)
  const begin = beginningSignIn(platform, secrets)

  return route(staffApi.signIn, async ({ body: { code, ...credentials } }, context) => {
    const now = platform.clock.now()
    const { account, person, attempt } = await requireCredentials(credentials, context, now)
    if (account.hasSecondFactor && code === undefined) {
      await attempt.dropped()
      throw staffErrors.error('SECOND_FACTOR_REQUIRED')
    }

    const session = context.newId()
    const { state } = await begin({ account, code, session, now }, context)
    await attempt.succeeded()
    devices.remember(context, person)
    const token = await tokens.issue({ ...person, session }, now)
    const known = { ...account.user, is_verified: state.status === 'active' && state.verified }
    return { status: 200, body: { user: known, token, ...noticesOf(account) } }
  })
}

/** What the user should do about their account. */
const noticesOf = ({ temporaryUntil, isRestricted }: Account) => ({
  ...(temporaryUntil && { password_ends: temporaryUntil.toISOString() }),
  ...(isRestricted && { second_factor_needed: true as const }),
})

/** Whose username and password these are; the attempt is counted before they are looked at. */
function credentialsCheck(platform: Platform, { attempts, devices, failed }: SignInSecrets) {
  return async (
    credentials: { readonly username: string; readonly password: string },
    context: RequestContext,
    now: Date,
  ) => {
    const { username, password } = credentials
    const account = await accountByUsername(platform.sql, username)
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
    return { account, person, attempt }
  }
}

interface Beginning {
  readonly account: Account
  readonly code: string | undefined
  readonly session: string
  readonly now: Date
}

/** The fact, the session and the use of the code are stored in one step; a wrong code is a failed sign-in. */
function beginningSignIn(platform: Platform, { checkSecondStep, failed }: SignInSecrets) {
  return async ({ account, code, session, now }: Beginning, context: RequestContext) => {
    const { user } = account
    const name = deviceName(context.userAgent, networkOf(context.address))
    try {
      const { writes, withRecoveryCode, succeeded } = await checkSecondStep(account, code, context.repeats)
      const begun = [beginningSession({ id: session, userId: user.id, name, now }), clearingSessions(user.id, now)]
      const handled = await platform.commands.handle(
        signInDecider,
        {
          stream: userStream(user.id),
          command: { type: 'SignIn', data: { withRecoveryCode }, metadata: { now: context.command.now } },
          writes: [...begun, ...writes],
        },
        { ...context.command, actor: { kind: 'staff', id: user.id, name: user.full_name, role: user.role } },
      )
      await succeeded()
      return handled
    } catch (error) {
      if (error instanceof DomainError && error.code === 'SECOND_FACTOR_WRONG')
        await failed.record(user.username, user.id, context.command)
      throw error
    }
  }
}
