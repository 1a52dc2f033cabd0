import { staffApi } from '@ultimate/events/staff/api.ts'
import { type RequestContext, type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { removingPasskeys } from '../../secrets/passkeys/credentials.ts'
import { removingSecondFactor } from '../../secrets/second-factors.ts'
import { endingSessions } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { requireOwnPassword } from '../../secrets/user-secrets.ts'
import { userStream } from '../user.ts'
import { type RemoveSecondFactor, removeSecondFactorDecider } from './decide.ts'

const commandOf = (id: string, context: RequestContext, isHelp: boolean): RemoveSecondFactor => ({
  type: 'RemoveSecondFactor',
  data: { id, by: signedIn(context).id, isHelp },
  metadata: { now: context.command.now },
})

/** Where the role needs one, the user may only set up the next from now on. */
export function removeSecondFactorRoute(platform: Platform, attempts: SignInAttempts): Route {
  return route(staffApi.removeSecondFactor, async ({ body: { password } }, context) => {
    const { id } = signedIn(context)
    await requireOwnPassword(platform, attempts, { userId: id, password })
    const command = commandOf(id, context, false)
    const options = { stream: userStream(id), command, writes: removingSecondFactor(id) }
    await platform.commands.handle(removeSecondFactorDecider, options, context.command)
    return { status: 204, body: undefined }
  })
}

/** The device may be in other hands: all sessions end, and the password is asked for again. */
export function removeSecondFactorOfRoute({ commands }: Platform): Route {
  return route(staffApi.removeSecondFactorOf, async ({ params: { id } }, context) => {
    const command = commandOf(id, context, true)
    const writes = [...removingSecondFactor(id), removingPasskeys(id), endingSessions(id)]
    await commands.handle(removeSecondFactorDecider, { stream: userStream(id), command, writes }, context.command)
    return { status: 204, body: undefined }
  })
}
