import { staffApi } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { commandRoute } from '../../../platform/http/command-route.ts'
import type { Route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { removingPasskeys } from '../../secrets/passkeys/credentials.ts'
import { endingPasskeySessions } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { requireOwnPassword } from '../../secrets/user-secrets.ts'
import { removePasskeyDecider } from './remove-passkey.decider.ts'

/** The device may be in other hands: where it is signed in with this passkey, it is signed out. */
export function removePasskeyRoute(platform: Platform, attempts: SignInAttempts): Route {
  return commandRoute(platform, staffApi.removePasskey, async ({ params, body: { password } }, context) => {
    const { id } = signedIn(context)
    const passkeyId = params.id
    await requireOwnPassword(platform, attempts, { userId: id, password })
    const ending = endingPasskeySessions(id, passkeyId, context.user?.session ?? null)
    const writes = [removingPasskeys(id, passkeyId), ...ending]
    await context.send(removePasskeyDecider, userStream(id), { type: 'RemovePasskey', data: { passkeyId } }, { writes })
    return { status: 204, body: undefined }
  })
}
