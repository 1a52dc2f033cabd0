import { staffApi } from '@ultimate/events/staff/api.ts'
import { removeUserDecider, updateProfileDecider } from '@ultimate/events/staff/change-users.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import { mailFileOf } from '../../../platform/mail/outbox.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { invitationId } from '../../mails/user-added.mail.ts'
import { withTdLock } from '../../read/users.view.ts'
import { endingResets } from '../../secrets/password-resets.ts'
import { temporaryPassword } from '../../secrets/passwords.ts'
import { removingSecrets } from '../../secrets/user-secrets.ts'
import { addUserWithPassword } from './add-user.ts'

/** The password follows from the id, and the id from the idempotency key: a repetition makes up no other one. */
export function addUserRoute(platform: Platform): Route {
  return route(staffApi.addUser, async ({ body }, context) => {
    const { username, email, role } = body
    const id = context.newId()
    const password = temporaryPassword(platform.configuration.authSecret, id)
    await addUserWithPassword(
      platform,
      {
        id,
        person: { username, fullName: username, email },
        role,
        verified: false,
        password,
      },
      context.command,
    )
    const user = { id, username, full_name: username, email, role, is_verified: false }
    const mail_file = mailFileOf(platform.configuration, invitationId(id))
    return { status: 201, body: { user, mail_file, ...(mail_file !== null && { password }) } }
  })
}

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
