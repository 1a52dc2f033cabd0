import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import type { NewPasskey } from '@ultimate/events/staff/passkey-api.ts'
import { userStream } from '@ultimate/events/staff/user.ts'
import { commandRoute } from '../../../platform/commands.ts'
import { type RequestContext, type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { requireUser } from '../../authenticator.ts'
import { readPasskeys } from '../../read/users.view.ts'
import { checkNewPasskey, creationOptions, relyingParty } from '../../secrets/passkey-ceremony.ts'
import {
  addingPasskey,
  clearingChallenges,
  type PasskeyChallenges,
  readCredentialIds,
  removingPasskeys,
  usingChallenge,
} from '../../secrets/passkeys.ts'
import { endingPasskeySessions, markingSession } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { requireOwnPassword } from '../../secrets/user-secrets.ts'
import { addPasskeyDecider, removePasskeyDecider } from './passkeys.decider.ts'

export const passkeyRoutes = (platform: Platform, challenges: PasskeyChallenges, attempts: SignInAttempts): Route[] => [
  listPasskeysRoute(platform),
  beginPasskeyRoute(platform, challenges, attempts),
  addPasskeyRoute(platform, challenges),
  removePasskeyRoute(platform, attempts),
]

async function listPasskeys({ sql }: Platform, userId: string) {
  const passkeys = await readPasskeys(sql, userId)
  return passkeys.map(({ lastUsed, ...passkey }) => ({ ...passkey, last_used: lastUsed }))
}

function listPasskeysRoute(platform: Platform): Route {
  return route(staffApi.listPasskeys, async (_, context) => ({
    status: 200,
    body: { passkeys: await listPasskeys(platform, requireUser(context).id) },
  }))
}

/** Checks the password and returns a challenge, which for five minutes proves that the password was right. */
function beginPasskeyRoute(platform: Platform, challenges: PasskeyChallenges, attempts: SignInAttempts): Route {
  const { sql, clock, configuration, facts } = platform
  return route(staffApi.beginPasskey, async ({ body: { password } }, context) => {
    const user = requireUser(context)
    await requireOwnPassword(platform, attempts, { userId: user.id, password })
    const challenge = challenges.issue(`add for ${user.id}`, clock.now())
    const existingIds = await readCredentialIds(sql, user.id)
    const { id } = relyingParty(configuration.siteUrl, context.host)
    const { name } = await facts()
    return { status: 200, body: creationOptions({ id, name }, user, { challenge, existingIds }) }
  })
}

function addPasskeyRoute(platform: Platform, challenges: PasskeyChallenges): Route {
  return commandRoute(platform, staffApi.addPasskey, async ({ body: { name, ...newPasskey } }, context) => {
    const { id } = requireUser(context)
    const passkeyId = context.newId()
    if (!context.repeats) {
      const writes = await checkAndPrepare(platform, challenges, { newPasskey, passkeyId }, context)
      const command = { type: 'AddPasskey', data: { passkeyId, name } } as const
      await context.send(addPasskeyDecider, userStream(id), command, { writes })
    }
    const passkey = (await listPasskeys(platform, id)).find((one) => one.id === passkeyId)
    return passkey ? { status: 201, body: { passkey } } : staffErrors.fail('PASSKEY_NOT_FOUND')
  })
}

interface IdentifiedPasskey {
  readonly newPasskey: NewPasskey
  readonly passkeyId: string
}

/** Checks the new passkey, and returns the writes that add it. The session then counts as begun with this passkey. */
async function checkAndPrepare(
  { clock, configuration }: Platform,
  challenges: PasskeyChallenges,
  { newPasskey, passkeyId }: IdentifiedPasskey,
  context: RequestContext,
): Promise<TransactionalWrite[]> {
  const { id } = requireUser(context)
  const now = clock.now()
  const checked = await checkNewPasskey(newPasskey, {
    party: relyingParty(configuration.siteUrl, context.host),
    isOpen: (challenge) => challenges.isOpen(challenge, `add for ${id}`, now),
  })
  if (!checked) return staffErrors.fail('PASSKEY_NOT_ADDED')
  return [
    usingChallenge(checked.challenge, now, 'PASSKEY_NOT_ADDED'),
    addingPasskey({ id: passkeyId, userId: id, ...checked.credential }),
    markingSession(context.user?.session ?? null, passkeyId),
    clearingChallenges(now),
  ]
}

/** Removes a passkey, and ends the sessions that it began, because its device may be in other hands. */
function removePasskeyRoute(platform: Platform, attempts: SignInAttempts): Route {
  return commandRoute(platform, staffApi.removePasskey, async ({ params, body: { password } }, context) => {
    const { id } = requireUser(context)
    const passkeyId = params.id
    await requireOwnPassword(platform, attempts, { userId: id, password })
    const ending = endingPasskeySessions(id, passkeyId, context.user?.session ?? null)
    const writes = [removingPasskeys(id, passkeyId), ...ending]
    await context.send(removePasskeyDecider, userStream(id), { type: 'RemovePasskey', data: { passkeyId } }, { writes })
    return { status: 204, body: undefined }
  })
}
