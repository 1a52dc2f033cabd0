import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import type { UsedPasskey } from '@ultimate/events/staff/passkey-api.ts'
import { type CommandRequest, commandRoute } from '../../../platform/http/command-route.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { type Account, accountById } from '../../read/users.view.ts'
import { checkUsedPasskey, relyingParty } from '../../secrets/passkeys/ceremony.ts'
import {
  challengeLifetimeMs,
  clearingChallenges,
  type PasskeyChallenges,
  usingChallenge,
} from '../../secrets/passkeys/challenges.ts'
import { countingPasskey, findPasskey, type PasskeyCredential } from '../../secrets/passkeys/credentials.ts'
import { beginSession, type SessionSecrets } from './begin-session.ts'
import type { FailedSignIns } from './note-attempt.ts'

export function beginPasskeySignInRoute({ clock, configuration }: Platform, challenges: PasskeyChallenges): Route {
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
 * Signs in with both factors in one: the passkey is held by the user, and looks at them. All domain errors are alike; a
 * known passkey that is refused is a failed sign-in of its user.
 */
export function passkeySignInRoute(platform: Platform, secrets: PasskeySignInSecrets): Route {
  const { sql } = platform
  const letIn = lettingIn(platform, secrets)
  return commandRoute(platform, staffApi.passkeySignIn, async ({ body }, context) => {
    const known = await findPasskey(sql, body.id)
    const account = known && (await accountById(sql, known.userId))
    if (!known || !account) return staffErrors.fail('PASSKEY_REFUSED')
    const who = { user: account.user, context: context.command }
    const found = await secrets.failed.recordRefusal('PASSKEY_REFUSED', who, () =>
      letIn(body, { known, account }, context),
    )
    return { status: 200, body: found }
  })
}

interface Holder {
  readonly known: PasskeyCredential
  readonly account: Account
}

/** A request that repeats a lost answer is let in: its challenge is used up, and its passkey has counted. */
function lettingIn(platform: Platform, secrets: PasskeySignInSecrets) {
  const { clock, configuration } = platform
  return async (used: UsedPasskey, { known, account }: Holder, context: CommandRequest) => {
    const now = clock.now()
    const checked = await checkUsedPasskey(used, context.repeats ? { ...known, counter: 0 } : known, {
      party: relyingParty(configuration.siteUrl, context.host),
      isOpen: (challenge) => secrets.challenges.isOpen(challenge, 'sign-in', now),
    })
    if (!checked) return staffErrors.fail('PASSKEY_REFUSED')
    const usingUp = [
      usingChallenge(checked.challenge, now, 'PASSKEY_REFUSED'),
      countingPasskey(known.id, checked.counter),
      clearingChallenges(now),
    ]
    const how = { withRecoveryCode: false, passkeyId: known.id }
    return beginSession(secrets, { account, how, writes: context.repeats ? [] : usingUp, now }, context)
  }
}
