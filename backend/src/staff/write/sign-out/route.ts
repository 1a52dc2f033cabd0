import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { endingSession } from '../../secrets/sessions.ts'
import { userStream } from '../user.ts'
import { type SignOut, signOutDecider } from './decide.ts'

export function signOutRoute({ commands }: Platform): Route {
  return route(staffApi.signOut, async (_, context) => {
    const command: SignOut = { type: 'SignOut', data: {}, metadata: { now: context.command.now } }
    const { id } = signedIn(context)
    const writes = [endingSession(id, context.user?.session ?? null)]
    await commands.handle(signOutDecider, { stream: userStream(id), command, writes }, context.command)
    return { status: 204, body: undefined }
  })
}
