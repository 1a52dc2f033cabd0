import type { ImmediateAutomation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import type { AttemptEvent } from '@ultimate/events/staff/events.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { accountById } from '../read/users.view.ts'
import { findReset, resetToken } from '../secrets/password-resets.ts'

/** Mails the link to users alone, at their own address, unless the link has ended meanwhile. */
export function whenPasswordResetRequestedThenMailLink(platform: Platform): ImmediateAutomation {
  const { mailer, configuration, sql, clock, facts } = platform
  return {
    name: 'when-password-reset-requested-then-mail-link',
    on: ['PasswordResetRequested'] satisfies AttemptEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<AttemptEvent>
      if (type !== 'PasswordResetRequested' || data.userId === null) return
      const key = metadata.stream.slice('attempt-'.length)
      const token = resetToken(configuration.authSecret, key)
      const [reset, account] = [await findReset(sql, token, clock.now()), await accountById(sql, data.userId)]
      if (!reset || !account || account.user.email === '') return
      const link = `${new URL('/reset-password', configuration.siteUrl)}#token=${token}`
      const { name } = await facts()
      await mailer.send(resetMail(`password-reset-${key}`, account.user, { link, site: name }))
    },
  }
}

/** The token stands behind a `#`, so that no server log and no Referer contains it. */
export function resetMail(
  id: string,
  { username, email }: Pick<User, 'username' | 'email'>,
  { link, site }: { readonly link: string; readonly site: string },
): Mail {
  return {
    id,
    to: email,
    mailbox: 'staff',
    subject: `A new password for ${site}`,
    button: 'Choose a new password',
    text: `Hi,

you (or someone using this address) asked for a new password for your login ${username}. Choose it here:

${link}

The link works once, within an hour. It signs you out on all other devices.

Wasn't you? Then ignore this email: your password stays as it is.

See you on the field,
the tournament crew
`,
  }
}
