import { type Fact, type History, last, type Sentences } from '../language/sentence.ts'
import type { Person, StaffEvent } from './events.ts'

type Known = History<StaffEvent>

/** The name and address that the facts give to a person. */
function personOf(facts: readonly Fact[]): Pick<Person, 'fullName' | 'email'> | undefined {
  const known = facts as readonly StaffEvent[]
  return last(known, 'ProfileChanged')?.person ?? last(known, 'UserAdded')?.person
}
const titleOf = ({ earlier }: Known): string =>
  last(earlier, 'PhotoRenamed')?.title ?? last(earlier, 'PhotoAdded')?.title ?? 'a photo'
const nameOf = ({ earlier }: Known): string => personOf(earlier)?.fullName ?? 'somebody'

const roleIn = ({ earlier }: Known): string | undefined => {
  const role = last(earlier, 'UserAdded')?.role
  return role && withArticle[role]
}

const withArticle = { TD: 'a TD', admin: 'an admin', helper: 'a helper' } as const

/** How the audit describes each fact of this module. */
export const staffSentences: Sentences<StaffEvent> = {
  UserAdded: ({ person, role }) => ({
    text: `added ${person.fullName}${person.username === person.fullName ? '' : `, username ${person.username},`} as ${withArticle[role]}`,
    subject: person.fullName,
  }),
  UserSignedIn: (_, known) => ({ text: 'signed in', subject: nameOf(known) }),
  ProfileChanged: ({ person }, known) => {
    const before = personOf(known.earlier)
    const changes = [
      ...(before?.fullName === person.fullName ? [] : [`name to ${person.fullName}`]),
      ...(before?.email === person.email ? [] : [`e-mail address to ${person.email}`]),
    ]
    return {
      text: `changed their own ${changes.join(' and ')}`,
      was: before && [before.fullName, before.email].filter((part) => !Object.values(person).includes(part)).join(', '),
      subject: person.fullName,
    }
  },
  PasswordChanged: (_, known) => ({ text: 'changed their own password', subject: nameOf(known) }),
  UserRemoved: (_, known) => ({
    text: `removed ${nameOf(known)}`,
    was: roleIn(known),
    subject: nameOf(known),
  }),
  SignInFailed: ({ userId }, known) => {
    const name = userId === null ? undefined : (personOf(known.of(`user-${userId}`))?.fullName ?? 'somebody')
    return name
      ? { text: `failed to sign in as ${name}`, subject: name }
      : { text: 'failed to sign in with a username that nobody has', subject: 'nobody' }
  },
  PhotoAdded: ({ title }) => ({ text: `added the photo “${title}”`, subject: title }),
  PhotoRenamed: ({ title }, known) => ({
    text: `renamed a photo to “${title}”`,
    was: titleOf(known),
    subject: title,
  }),
  PhotoDeleted: (_, known) => ({ text: `deleted the photo “${titleOf(known)}”`, subject: titleOf(known) }),
  AuditExported: () => ({ text: 'exported the audit', subject: 'the audit' }),
}
