import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { type SendCommand, sendAs } from '../../../platform/command-sender.ts'
import { commandRoute } from '../../../platform/http/command-route.ts'
import type { Route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { accountByUsername } from '../../read/users.view.ts'
import { removingPasskeys } from '../../secrets/passkeys/credentials.ts'
import { removingSecondFactor } from '../../secrets/second-factors.ts'
import { endingSessions } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { requireOwnPassword } from '../../secrets/user-secrets.ts'
import { type RemoveSecondFactor, removeSecondFactorDecider } from './remove-second-factor.decider.ts'

/** If the role needs a second factor, the user may only set up the next one from now on. */
export function removeSecondFactorRoute(platform: Platform, attempts: SignInAttempts): Route {
  return commandRoute(platform, staffApi.removeSecondFactor, async ({ body: { password } }, context) => {
    const { id } = signedIn(context)
    await requireOwnPassword(platform, attempts, { userId: id, password })
    const command = { type: 'RemoveSecondFactor', data: { id, by: id, isHelp: false } } as const
    await context.send(removeSecondFactorDecider, userStream(id), command, { writes: removingSecondFactor(id) })
    return { status: 204, body: undefined }
  })
}

export function removeSecondFactorOfRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.removeSecondFactorOf, async ({ params: { id } }, context) => {
    await removeAll(context.send, { id, by: signedIn(context).id })
    return { status: 204, body: undefined }
  })
}

/**
 * Removes a user's second factor for the operator of the server: the last TD has no other TD to ask. Fails with
 * USER_NOT_FOUND for an unknown name.
 */
export async function unlockUser(
  { commands, sql }: Platform,
  username: string,
  context: CommandContext,
): Promise<void> {
  const { user } = (await accountByUsername(sql, username)) ?? staffErrors.fail('USER_NOT_FOUND')
  await removeAll(sendAs(commands, context), { id: user.id, by: null })
}

/** The device may be in other hands: all sessions end, and the password is asked for again. */
async function removeAll(send: SendCommand, { id, by }: Pick<RemoveSecondFactor['data'], 'id' | 'by'>) {
  const writes = [...removingSecondFactor(id), removingPasskeys(id), endingSessions(id)]
  const command = { type: 'RemoveSecondFactor', data: { id, by, isHelp: true } } as const
  await send(removeSecondFactorDecider, userStream(id), command, { writes })
}
