import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { mailFileOf } from '../../../platform/mail/outbox.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { renewalId } from '../../automation/when-user-added-then-mail-password/automation.ts'
import { settingTemporaryHash } from '../../secrets/credentials.ts'
import { hashPassword, renewedPassword, temporaryUntil } from '../../secrets/passwords.ts'
import { endingSessions } from '../../secrets/sessions.ts'
import { userStream } from '../user.ts'
import { renewPasswordDecider } from './decide.ts'

/** Ends the password and all sessions of the user, and mails a new password that is good for a week. */
export function renewPasswordRoute(platform: Platform): Route {
  return route(staffApi.renewPassword, async ({ params: { id } }, context) => {
    const { configuration, commands, clock } = platform
    const { now } = context.command
    const key = context.newId()
    const hash = await hashPassword(renewedPassword(configuration.authSecret, id, key))
    await commands.handle(
      renewPasswordDecider,
      {
        stream: userStream(id),
        command: { type: 'RenewPassword', data: { id, by: signedIn(context).id, key }, metadata: { now } },
        writes: [settingTemporaryHash({ userId: id, hash, until: temporaryUntil(clock.now()) }), endingSessions(id)],
      },
      context.command,
    )
    return { status: 202, body: { mail_file: mailFileOf(configuration, renewalId(key)) } }
  })
}
