import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { mailingPasswords } from '../../automation/when-user-added-then-mail-password/automation.ts'
import { mailsOf, mailTo } from './mails.ts'
import { listUsers } from './query.ts'

export function usersRoute({ sql, log, clock }: Platform): Route {
  return route(staffApi.listUsers, async () => {
    const [users, unhandled] = await Promise.all([listUsers(sql), log.unhandled(mailingPasswords)])
    const mails = mailsOf(unhandled, clock.now())
    return { status: 200, body: { users: users.map((user) => ({ ...user, mail: mailTo(user, mails) })) } }
  })
}
