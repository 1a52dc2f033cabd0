import type { Role } from '@ultimate/events/language/roles.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { readModel } from '../../../platform/event-store/read-model.ts'

/** A passkey as its owner knows it. */
export interface PasskeyEntry {
  readonly id: string
  readonly name: string
  readonly at: string
  /** When it let them in last. */
  readonly lastUsed: string | null
}

export interface UserRow {
  readonly id: string
  readonly username: string
  readonly full_name: string
  readonly email: string
  readonly role: Role
  readonly is_verified: boolean
  /** An authenticator app, whose code goes with the password. */
  readonly has_second_factor: boolean
  /** Oldest first. */
  readonly passkeys: readonly PasskeyEntry[]
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

/** The row as it was where a sign-in changes nothing of it. */
function signedIn(row: UserRow, passkeyId: string | null, at: Date): UserRow {
  const verified = row.is_verified ? row : { ...row, is_verified: true }
  if (passkeyId === null) return verified
  const used = (one: PasskeyEntry) => (one.id === passkeyId ? { ...one, lastUsed: at.toISOString() } : one)
  return { ...verified, passkeys: row.passkeys.map(used) }
}

export const users = readModel<UserRow, UserEvent>({
  table: 'users',
  version: 4,
  category: 'user',
  columns: {
    id: { type: 'uuid' },
    username: { type: 'text' },
    full_name: { type: 'text' },
    email: { type: 'text' },
    role: { type: 'text' },
    is_verified: { type: 'boolean' },
    has_second_factor: { type: 'boolean' },
    passkeys: { type: 'jsonb' },
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
      case 'UserAdded':
      case 'UserRestored': {
        const { person, role, verified } = event.data
        return {
          id: event.metadata.stream.slice('user-'.length),
          username: person.username,
          full_name: person.fullName,
          email: person.email,
          role,
          is_verified: verified,
          has_second_factor: false,
          passkeys: [],
          ...identityOf(person),
        }
      }
      case 'UserSignedIn':
        return row && signedIn(row, event.data.passkeyId, event.metadata.at)
      case 'PasskeyAdded': {
        const { passkeyId, name } = event.data
        const added = { id: passkeyId, name, at: event.metadata.at.toISOString(), lastUsed: null }
        return row && { ...row, passkeys: [...row.passkeys, added] }
      }
      case 'PasskeyRemoved':
        return row && { ...row, passkeys: row.passkeys.filter(({ id }) => id !== event.data.passkeyId) }
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
