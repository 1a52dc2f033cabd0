import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { endingResets } from '../../secrets/password-resets.ts'
import { userStream } from '../user.ts'
import { updateProfileDecider } from './decide.ts'

export function updateProfileRoute(platform: Platform): Route {
  return route(staffApi.updateProfile, async ({ body }, context) => {
    const user = signedIn(context)
    const data = { fullName: body.full_name, email: body.email }
    await platform.commands.handle(
      updateProfileDecider,
      {
        stream: userStream(user.id),
        command: { type: 'UpdateProfile', data, metadata: { now: context.command.now } },
        // A mailbox that is given up must open the account no more.
        writes: [endingResets(user.id)],
      },
      context.command,
    )
    return { status: 200, body: { user: { ...user, ...body } } }
  })
}
