import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { withTdLock } from '../../read/users/query.ts'
import { removingSecrets } from '../../secrets/user-secrets.ts'
import { userStream } from '../user.ts'
import { removeUserDecider } from './decide.ts'

export function removeUserRoute(platform: Platform): Route {
  return route(staffApi.removeUser, async ({ params: { id } }, context) => {
    const by = signedIn(context).id
    const { now } = context.command
    await withTdLock(platform.sql, (tds) =>
      platform.commands.handle(
        removeUserDecider,
        {
          stream: userStream(id),
          command: { type: 'RemoveUser', data: { id, by, tds }, metadata: { now } },
          writes: removingSecrets(id),
        },
        context.command,
      ),
    )
    return { status: 204, body: undefined }
  })
}
