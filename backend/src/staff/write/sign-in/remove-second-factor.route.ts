import type { CommandContext, CommandHandler } from '@ultimate/event-store/commands.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { type RequestContext, type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { accountByUsername } from '../../read/users.view.ts'
import { removingPasskeys } from '../../secrets/passkeys/credentials.ts'
import { removingSecondFactor } from '../../secrets/second-factors.ts'
import { endingSessions } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { requireOwnPassword } from '../../secrets/user-secrets.ts'
import { type RemoveSecondFactor, removeSecondFactorDecider } from './remove-second-factor.decider.ts'

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

export function removeSecondFactorOfRoute({ commands }: Platform): Route {
  return route(staffApi.removeSecondFactorOf, async ({ params: { id } }, context) => {
    await removeAll(commands, commandOf(id, context, true), context.command)
    return { status: 204, body: undefined }
  })
}

/** For whoever runs the server: the last TD has no other TD to ask. Fails with USER_NOT_FOUND for an unknown name. */
export async function unlockUser(
  { commands, sql }: Platform,
  username: string,
  context: CommandContext,
): Promise<void> {
  const { user } = (await accountByUsername(sql, username)) ?? staffErrors.fail('USER_NOT_FOUND')
  const data = { id: user.id, by: null, isHelp: true }
  await removeAll(commands, { type: 'RemoveSecondFactor', data, metadata: { now: context.now } }, context)
}

/** The device may be in other hands: all sessions end, and the password is asked for again. */
async function removeAll(commands: CommandHandler, command: RemoveSecondFactor, context: CommandContext) {
  const { id } = command.data
  const writes = [...removingSecondFactor(id), removingPasskeys(id), endingSessions(id)]
  await commands.handle(removeSecondFactorDecider, { stream: userStream(id), command, writes }, context)
}
