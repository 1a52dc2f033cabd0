import type { ImmediateAutomation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import type { Configuration } from '../../platform/configuration/configuration.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { accountById } from '../read/users.view.ts'
import { resetToken } from '../secrets/password-resets.ts'
import { renewedPassword, temporaryPassword } from '../secrets/passwords.ts'

/** The name and events of the automation, by which the list of users finds mails that have not left. */
export const mailingPasswords = {
  name: 'when-user-added-then-mail-password',
  on: ['UserAdded', 'TemporaryPasswordMade', 'UserRestored'] satisfies UserEvent['type'][],
}

/** The id of the first mail to a user. */
export const invitationId = (userId: string): string => `user-added-${userId}`

/** The id of a mail with a temporary password that a TD sent later. */
export const renewalId = (key: string): string => `temporary-password-${key}`

/** Mails users what lets them in. Those who are verified from the start have their password from elsewhere. */
export function whenUserAddedThenMailPassword({ mailer, configuration, sql, facts }: Platform): ImmediateAutomation {
  const buildMail = async (event: RecordedEvent<UserEvent>): Promise<Mail | null> => {
    const siteParts = { ...configuration, site: (await facts()).name }
    if (event.type === 'UserAdded') return event.data.verified ? null : invitation(event, siteParts)
    if (event.type === 'UserRestored') return comeback(event, siteParts)
    if (event.type !== 'TemporaryPasswordMade') return null
    const account = await accountById(sql, event.metadata.stream.slice('user-'.length))
    return account && renewal(event, account.user, siteParts)
  }
  return {
    ...mailingPasswords,
    handle: async (recorded) => {
      const event = recorded as RecordedEvent<UserEvent>
      const mail = await buildMail(event)
      if (mail) await mailer.send(mail)
    },
  }
}

type UserMailFacts = Pick<Configuration, 'authSecret' | 'siteUrl'> & {
  /** The name of the tournament. */
  readonly site: string
}

type UserAdded = RecordedEvent<Extract<UserEvent, { type: 'UserAdded' }>>

/** The mail that lets a user in for the first time. Null where the person was forgotten. */
export function invitation(
  { data: { person, role }, metadata }: UserAdded,
  { authSecret, siteUrl, site }: UserMailFacts,
): Mail | null {
  if (person.email === '') return null
  const userId = metadata.stream.slice('user-'.length)
  const by = metadata.actor.name
  return {
    id: invitationId(userId),
    to: person.email,
    mailbox: 'staff',
    subject: `Your login for ${site}`,
    text: `Hi,

${by ? `${by} made` : 'we made'} a login for you: you are now part of the crew, as ${role}.

  Where      ${new URL('/', siteUrl)}
  Username   ${person.username}
  Password   ${temporaryPassword(authSecret, userId)}

Choose Login at the top of the page. Then open the menu under your name, choose
Account Settings, and choose a password of your own: this one expires after a week.

Not expecting this? Then ignore this email: without it no one can sign in.

See you on the field,
the tournament crew
`,
  }
}

type TemporaryPasswordMade = RecordedEvent<Extract<UserEvent, { type: 'TemporaryPasswordMade' }>>

/** The mail with a later temporary password, to the present address. Null where the person was forgotten. */
export function renewal(
  { data: { key }, metadata }: TemporaryPasswordMade,
  { id, username, email }: Pick<User, 'id' | 'username' | 'email'>,
  { authSecret, siteUrl, site }: UserMailFacts,
): Mail | null {
  if (email === '') return null
  const by = metadata.actor.name
  return {
    id: renewalId(key),
    to: email,
    mailbox: 'staff',
    subject: `Your new password for ${site}`,
    text: `Hi,

${by ? `${by} sent` : 'we send'} you a new password. Your old one no longer works.

  Where      ${new URL('/', siteUrl)}
  Username   ${username}
  Password   ${renewedPassword(authSecret, id, key)}

Choose Login at the top of the page. Then open the menu under your name, choose
Account Settings, and choose a password of your own: this one expires after a week.

See you on the field,
the tournament crew
`,
  }
}

type UserRestored = RecordedEvent<Extract<UserEvent, { type: 'UserRestored' }>>

/** The mail that lets a user in again whose removal was undone. Null where the person was forgotten. */
export function comeback(
  { data: { person, key }, metadata }: UserRestored,
  { authSecret, siteUrl, site }: UserMailFacts,
): Mail | null {
  if (person.email === '') return null
  const by = metadata.actor.name
  return {
    id: `user-restored-${key}`,
    to: person.email,
    mailbox: 'staff',
    subject: `Your login for ${site} is back`,
    button: 'Choose a new password',
    text: `Hi,

your login ${person.username} had been removed, and ${by ? `${by} brought` : 'we brought'} it back. Your old password no longer works.
Choose a new one here:

${new URL('/reset-password', siteUrl)}#token=${resetToken(authSecret, key)}

The link works once, within a week. If you had a second factor or a passkey, please set it up again.

See you on the field,
the tournament crew
`,
  }
}
