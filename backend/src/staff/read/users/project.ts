import type { Role } from '@ultimate/events/language/roles.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { readModel } from '../../../platform/event-store/read-model.ts'

export interface UserRow {
  readonly id: string
  readonly username: string
  readonly full_name: string
  readonly email: string
  readonly role: Role
  readonly is_verified: boolean
  readonly has_second_factor: boolean
  /** What makes the name and the address unique; null once the person has been forgotten. */
  readonly username_key: string | null
  readonly email_key: string | null
}

/**
 * The same for all spellings of a name that people would call the same: letter case and compatibility forms (ﬁ, Ｔ)
 * are set aside. Upper case first, because ß and SS are one.
 */
export function identityKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}

// Every user has an address; a forgotten one has none.
const identityOf = ({ username, email }: { username: string; email: string }) =>
  email === ''
    ? { username_key: null, email_key: null }
    : { username_key: identityKey(username), email_key: identityKey(email) }

export const users = readModel<UserRow, UserEvent>({
  table: 'users',
  version: 2,
  category: 'user',
  columns: {
    id: { type: 'uuid' },
    username: { type: 'text' },
    full_name: { type: 'text' },
    email: { type: 'text' },
    role: { type: 'text' },
    is_verified: { type: 'boolean' },
    has_second_factor: { type: 'boolean' },
    username_key: { type: 'text', nullable: true },
    email_key: { type: 'text', nullable: true },
  },
  constraints: [
    'create unique index {table}_username on {table} (username_key)',
    'create unique index {table}_email on {table} (email_key)',
  ],
  conflicts: { users_username: 'USERNAME_TAKEN', users_email: 'EMAIL_TAKEN' },
  rowsOf: (event) => event.metadata.stream.slice('user-'.length),
  evolve(row, event) {
    switch (event.type) {
      case 'UserAdded': {
        const { person, role, verified } = event.data
        return {
          id: event.metadata.stream.slice('user-'.length),
          username: person.username,
          full_name: person.fullName,
          email: person.email,
          role,
          is_verified: verified,
          has_second_factor: false,
          ...identityOf(person),
        }
      }
      case 'UserSignedIn':
        return row && !row.is_verified ? { ...row, is_verified: true } : row
      case 'SecondFactorAdded':
        return row && { ...row, has_second_factor: true }
      case 'SecondFactorRemoved':
        return row && { ...row, has_second_factor: false }
      case 'ProfileChanged': {
        const { fullName, email } = event.data.person
        return row && { ...row, full_name: fullName, email, ...identityOf({ username: row.username, email }) }
      }
      case 'UserRemoved':
        return null
      default:
        return row
    }
  },
})
