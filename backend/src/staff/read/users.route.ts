import type { UnhandledEvent } from '@ultimate/event-store/event-log.ts'
import { type ListedUser, staffApi, type User } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { mailingPasswords } from '../mails/user-added.mail.ts'
import { listUsers } from './users.view.ts'

export function usersRoute({ sql, log, clock }: Platform): Route {
  return route(staffApi.listUsers, async () => {
    const [users, unhandled] = await Promise.all([listUsers(sql), log.unhandled(mailingPasswords)])
    const mails = listMails(unhandled, clock.now())
    return { status: 200, body: { users: users.map((user) => ({ ...user, mail: mailTo(user, mails) })) } }
  })
}

type Mails = ReadonlyMap<string, NonNullable<ListedUser['mail']>>

/** Milliseconds for which a mail counts as under way. */
const underWayMs = 5000

/** The mails with temporary passwords that have not left, by the id of whom they are for. */
export const listMails = (unhandled: readonly UnhandledEvent[], now: Date): Mails =>
  new Map(
    unhandled.map(({ stream, at, isGivenUp }) => {
      const isNew = now.getTime() - at.getTime() < underWayMs
      return [stream.slice('user-'.length), isGivenUp ? 'failed' : isNew ? 'under-way' : 'waiting']
    }),
  )

/** Users who signed in before, or have their password from elsewhere, wait for no mail. */
export const mailTo = ({ id, is_verified }: User, mails: Mails): ListedUser['mail'] =>
  is_verified ? null : (mails.get(id) ?? null)
