import { staffApi } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { commandRoute } from '../../../platform/commands.ts'
import type { Route } from '../../../platform/http/http-route.ts'
import { locateMailFile } from '../../../platform/mail/outbox.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { renewalId } from '../../mails/user-added.mail.ts'
import { settingTemporaryHash } from '../../secrets/credentials.ts'
import { hashPassword, renewedPassword, temporaryUntil } from '../../secrets/passwords.ts'
import { endingSessions } from '../../secrets/sessions.ts'
import { issueToken } from '../sign-in/begin-session.ts'
import { type ChangeSecrets, changePassword, readGeneration } from './change-password.ts'
import { renewPasswordDecider } from './passwords.decider.ts'

export function changePasswordRoute(platform: Platform, secrets: ChangeSecrets): Route {
  return commandRoute(platform, staffApi.changePassword, async ({ body }, context) => {
    const { id: userId } = signedIn(context)
    const generation = context.repeats
      ? await readGeneration(platform, userId, body.newPassword)
      : await changePassword(platform, secrets, body, context)
    const claims = { userId, generation, session: context.user?.session ?? null }
    return { status: 200, body: { token: await issueToken(secrets, claims, platform.clock.now(), context) } }
  })
}

/** Ends the password and all sessions of the user, and mails a new password that is good for a week. */
export function renewPasswordRoute(platform: Platform): Route {
  const { configuration, clock } = platform
  return commandRoute(platform, staffApi.renewPassword, async ({ params: { id } }, context) => {
    const key = context.newId()
    const password = renewedPassword(configuration.authSecret, id, key)
    const hash = await hashPassword(password)
    const until = temporaryUntil(clock.now())
    const command = { type: 'RenewPassword', data: { id, by: signedIn(context).id, key } } as const
    const writes = [settingTemporaryHash({ userId: id, hash, until }), endingSessions(id)]
    await context.send(renewPasswordDecider, userStream(id), command, { writes })
    const mail_file = locateMailFile(configuration, renewalId(key))
    return { status: 202, body: { mail_file, ...(mail_file !== null && { password }) } }
  })
}
