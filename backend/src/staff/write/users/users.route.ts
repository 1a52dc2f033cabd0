import type { UnhandledEvent } from '@ultimate/event-store/event-log.ts'
import { type ListedUser, staffApi, type User } from '@ultimate/events/staff/api.ts'
import { removeUserDecider, updateProfileDecider, userStream } from '@ultimate/events/staff/user.ts'
import { commandRoute } from '../../../platform/commands.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import { locateMailFile } from '../../../platform/mail/outbox.ts'
import type { Platform } from '../../../platform/module.ts'
import { requireUser } from '../../authenticator.ts'
import { invitationId, mailingPasswords } from '../../mails/user-added.mail.ts'
import { listUsers, withTdLock } from '../../read/users.view.ts'
import { endingResets } from '../../secrets/password-resets.ts'
import { temporaryPassword } from '../../secrets/passwords.ts'
import { removingSecrets } from '../../secrets/user-secrets.ts'
import { addUserWithPassword } from './add-user.ts'

export const userRoutes = (platform: Platform): Route[] => [
  usersRoute(platform),
  addUserRoute(platform),
  removeUserRoute(platform),
  updateProfileRoute(platform),
]

function usersRoute({ sql, log, clock }: Platform): Route {
  return route(staffApi.listUsers, async () => {
    const [users, unhandled] = await Promise.all([listUsers(sql), log.unhandled(mailingPasswords)])
    const mails = listMails(unhandled, clock.now())
    return { status: 200, body: { users: users.map((user) => ({ ...user, mail: findMailState(user, mails) })) } }
  })
}

type Mails = ReadonlyMap<string, NonNullable<ListedUser['mail']>>

/** The time for which a new mail counts as under way. */
const underWayMs = 5000

/** Lists the mails with temporary passwords that have not left, by the id of their user. */
export const listMails = (unhandled: readonly UnhandledEvent[], now: Date): Mails =>
  new Map(
    unhandled.map(({ stream, at, isGivenUp }) => {
      const isNew = now.getTime() - at.getTime() < underWayMs
      return [stream.slice('user-'.length), isGivenUp ? 'failed' : isNew ? 'under-way' : 'waiting']
    }),
  )

/** Returns the state of the mail to a user; null for verified users, who wait for no mail. */
export const findMailState = ({ id, is_verified }: User, mails: Mails): ListedUser['mail'] =>
  is_verified ? null : (mails.get(id) ?? null)

/**
 * Adds a user. The password follows from the id, and the id from the idempotency key, so that a repetition has the
 * same.
 */
function addUserRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.addUser, async ({ body }, { newId, commandContext }) => {
    const { username, email, role } = body
    const id = newId()
    const password = temporaryPassword(platform.configuration.authSecret, id)
    const person = { username, fullName: username, email }
    await addUserWithPassword(platform, { id, person, role, verified: false, password }, commandContext)
    const user = { id, username, full_name: username, email, role, is_verified: false }
    const mail_file = locateMailFile(platform.configuration, invitationId(id))
    return { status: 201, body: { user, mail_file, ...(mail_file !== null && { password }) } }
  })
}

function removeUserRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.removeUser, async ({ params: { id } }, context) => {
    const by = requireUser(context).id
    await withTdLock(platform.sql, (tds) => {
      const command = { type: 'RemoveUser', data: { id, by, tds } } as const
      return context.send(removeUserDecider, userStream(id), command, { writes: removingSecrets(id) })
    })
    return { status: 204, body: undefined }
  })
}

function updateProfileRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.updateProfile, async ({ body }, context) => {
    const user = requireUser(context)
    const data = { fullName: body.full_name, email: body.email }
    // Links in the earlier mailbox must not open the account any more.
    const writes = [endingResets(user.id)]
    await context.send(updateProfileDecider, userStream(user.id), { type: 'UpdateProfile', data }, { writes })
    return { status: 200, body: { user: { ...user, ...body } } }
  })
}
