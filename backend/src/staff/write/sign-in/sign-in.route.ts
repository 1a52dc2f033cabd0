import { cleanCode } from '@ultimate/events/language/text/clean.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import type { UsedPasskey } from '@ultimate/events/staff/passkey-api.ts'
import { userStream } from '@ultimate/events/staff/user.ts'
import { type CommandRequest, commandRoute } from '../../../platform/commands.ts'
import { type RequestContext, type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { requireUser } from '../../authenticator.ts'
import { type Account, accountById, accountByUsername } from '../../read/users.view.ts'
import { checkUsedPasskey, relyingParty } from '../../secrets/passkey-ceremony.ts'
import {
  challengeLifetimeMs,
  clearingChallenges,
  countingPasskey,
  findPasskey,
  type PasskeyChallenges,
  type PasskeyCredential,
  usingChallenge,
} from '../../secrets/passkeys.ts'
import { passwordMatches } from '../../secrets/passwords.ts'
import { type CheckSecondStep, missingStep } from '../../secrets/second-step.ts'
import { endingSession, readOpenSessions } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { beginSession, type SessionSecrets } from './begin-session.ts'
import type { FailedSignIns } from './note-attempt.ts'
import { revokeDeviceDecider, signOutDecider } from './sessions.decider.ts'

export const signInRoutes = (platform: Platform, secrets: SignInSecrets & PasskeySignInSecrets): Route[] => [
  signInRoute(platform, secrets),
  beginPasskeySignInRoute(platform, secrets),
  passkeySignInRoute(platform, secrets),
  signOutRoute(platform),
  devicesRoute(platform),
  revokeDeviceRoute(platform),
]

interface SignInSecrets extends SessionSecrets {
  readonly attempts: SignInAttempts
  readonly failed: FailedSignIns
  readonly checkSecondStep: CheckSecondStep
}

function signInRoute(platform: Platform, secrets: SignInSecrets): Route {
  return commandRoute(platform, staffApi.signIn, async ({ body: { code, ...credentials } }, context) => {
    const { account, attempt } = await requireCredentials(platform, secrets, credentials, context)
    const missing = missingStep(account, code)
    if (missing) {
      await attempt.dropped()
      throw staffErrors.error(missing)
    }
    const session = await beginWithCode(secrets, { account, code, now: platform.clock.now() }, context)
    await attempt.succeeded()
    return { status: 200, body: { ...session, ...buildNotices(account) } }
  })
}

/** Lists what the user should do about their account. */
const buildNotices = ({ temporaryUntil, needsSecondFactor, hasSecondFactor }: Account) => ({
  ...(temporaryUntil && { password_ends: temporaryUntil.toISOString() }),
  ...(needsSecondFactor && !hasSecondFactor && { second_factor_needed: true as const }),
})

/** Finds the account of these credentials; the attempt is counted before they are compared. */
async function requireCredentials(
  platform: Platform,
  { attempts, devices, failed }: SignInSecrets,
  { username: typedName, password }: { readonly username: string; readonly password: string },
  context: RequestContext,
) {
  const { username, account } = await findAccount(platform, typedName)
  const device = account && devices.find(context, { userId: account.user.id, generation: account.generation })
  const attempt = await attempts.begin({ username, address: context.address, device })
  const asker = device === null ? 'stranger' : 'known'
  const matches = await passwordMatches(account?.hash ?? null, password, asker).catch(async (error: unknown) => {
    await attempt.dropped()
    throw error
  })
  if (!account || !matches) {
    await failed.record(username, account?.user.id ?? null, context.commandContext)
    return staffErrors.fail('INVALID_CREDENTIALS')
  }
  if (account.temporaryUntil !== null && account.temporaryUntil <= platform.clock.now()) {
    await attempt.dropped()
    return staffErrors.fail('TEMPORARY_PASSWORD_ENDED')
  }
  return { account, attempt }
}

/**
 * Finds the account by its name. Attempts count under the cleaned name, so that invisible characters allow no further
 * attempts.
 */
async function findAccount({ sql }: Platform, typedName: string) {
  const cleaned = cleanCode(typedName)
  const account = (await accountByUsername(sql, typedName)) ?? (await accountByUsername(sql, cleaned))
  return { username: account?.user.username ?? cleaned, account }
}

interface CheckedCredentials {
  readonly account: Account
  readonly code: string | undefined
  readonly now: Date
}

/** Begins the session once the second step is right; a wrong code is recorded as a failed sign-in. */
function beginWithCode(secrets: SignInSecrets, { account, code, now }: CheckedCredentials, context: CommandRequest) {
  const { checkSecondStep, failed } = secrets
  return failed.recordIfRejected(
    'SECOND_FACTOR_WRONG',
    { user: account.user, context: context.commandContext },
    async () => {
      const { writes, withRecoveryCode, succeeded } = await checkSecondStep(account, code, context.repeats)
      const signIn = { withRecoveryCode, passkeyId: null }
      const session = await beginSession(secrets, { account, how: signIn, writes, now }, context)
      await succeeded()
      return session
    },
  )
}

function beginPasskeySignInRoute({ clock, configuration }: Platform, { challenges }: PasskeySignInSecrets): Route {
  return route(staffApi.beginPasskeySignIn, async (_, context) => ({
    status: 200,
    body: {
      challenge: challenges.issue('sign-in', clock.now()),
      rpId: relyingParty(configuration.siteUrl, context.host).id,
      timeout: challengeLifetimeMs,
      userVerification: 'required' as const,
    },
  }))
}

interface PasskeySignInSecrets extends SessionSecrets {
  readonly challenges: PasskeyChallenges
  readonly failed: FailedSignIns
}

/**
 * Signs in with both factors in one: the user holds the passkey, and it verifies the user. All domain errors are alike.
 * A rejected passkey of a known user is recorded as a failed sign-in.
 */
function passkeySignInRoute(platform: Platform, secrets: PasskeySignInSecrets): Route {
  const { sql } = platform
  const signIn = passkeySignIn(platform, secrets)
  return commandRoute(platform, staffApi.passkeySignIn, async ({ body }, context) => {
    const passkey = await findPasskey(sql, body.id)
    const account = passkey && (await accountById(sql, passkey.userId))
    if (!passkey || !account) return staffErrors.fail('PASSKEY_REFUSED')
    const who = { user: account.user, context: context.commandContext }
    const session = await secrets.failed.recordIfRejected('PASSKEY_REFUSED', who, () =>
      signIn(body, { passkey, account }, context),
    )
    return { status: 200, body: session }
  })
}

interface PasskeyAccount {
  readonly passkey: PasskeyCredential
  readonly account: Account
}

/**
 * Returns how to sign in with a passkey. A repetition succeeds although its challenge is used up. Its counter is
 * compared with 0, because the first request has stored it.
 */
function passkeySignIn(platform: Platform, secrets: PasskeySignInSecrets) {
  const { clock, configuration } = platform
  return async (usedPasskey: UsedPasskey, { passkey, account }: PasskeyAccount, context: CommandRequest) => {
    const now = clock.now()
    const checked = await checkUsedPasskey(usedPasskey, context.repeats ? { ...passkey, counter: 0 } : passkey, {
      party: relyingParty(configuration.siteUrl, context.host),
      isOpen: (challenge) => secrets.challenges.isOpen(challenge, 'sign-in', now),
    })
    if (!checked) return staffErrors.fail('PASSKEY_REFUSED')
    const uses = [
      usingChallenge(checked.challenge, now, 'PASSKEY_REFUSED'),
      countingPasskey(passkey.id, checked.counter),
      clearingChallenges(now),
    ]
    const signIn = { withRecoveryCode: false, passkeyId: passkey.id }
    return beginSession(secrets, { account, how: signIn, writes: context.repeats ? [] : uses, now }, context)
  }
}

/** Lists the devices of the user: first the one that sends the request, then the others, last seen first. */
function devicesRoute({ sql, clock }: Platform): Route {
  return route(staffApi.listDevices, async (_, context) => {
    const sessions = await readOpenSessions(sql, requireUser(context).id, clock.now())
    const devices = sessions.map(({ id, name, signed_in_at, last_seen_at }) => ({
      id,
      name,
      at: signed_in_at.toISOString(),
      last_seen: last_seen_at.toISOString(),
      this: id === context.user?.session,
    }))
    return { status: 200, body: { devices: devices.toSorted((one, other) => Number(other.this) - Number(one.this)) } }
  })
}

function signOutRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.signOut, async (_, context) => {
    const { id } = requireUser(context)
    const writes = [endingSession(id, context.user?.session ?? null)]
    await context.send(signOutDecider, userStream(id), { type: 'SignOut', data: {} }, { writes })
    return { status: 204, body: undefined }
  })
}

/** Ends the session in the step that records it, so that open pages of that device find their token revoked. */
function revokeDeviceRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.revokeDevice, async ({ params: { id: deviceId } }, context) => {
    const { id } = requireUser(context)
    const writes = [endingSession(id, deviceId, 'DEVICE_NOT_FOUND')]
    await context.send(revokeDeviceDecider, userStream(id), { type: 'RevokeDevice', data: { deviceId } }, { writes })
    return { status: 204, body: undefined }
  })
}
