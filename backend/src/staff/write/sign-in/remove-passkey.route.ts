import { staffApi } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { removingPasskeys } from '../../secrets/passkeys/credentials.ts'
import { endingPasskeySessions } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { requireOwnPassword } from '../../secrets/user-secrets.ts'
import { type RemovePasskey, removePasskeyDecider } from './remove-passkey.decider.ts'

/** The device may be in other hands: where it is signed in with this passkey, it is signed out. */
export function removePasskeyRoute(platform: Platform, attempts: SignInAttempts): Route {
  return route(staffApi.removePasskey, async ({ params: { id: passkeyId }, body: { password } }, context) => {
    const { id } = signedIn(context)
    await requireOwnPassword(platform, attempts, { userId: id, password })
    const command: RemovePasskey = {
      type: 'RemovePasskey',
      data: { passkeyId },
      metadata: { now: context.command.now },
    }
    const ending = endingPasskeySessions(id, passkeyId, context.user?.session ?? null)
    const options = { stream: userStream(id), command, writes: [removingPasskeys(id, passkeyId), ...ending] }
    await platform.commands.handle(removePasskeyDecider, options, context.command)
    return { status: 204, body: undefined }
  })
}
