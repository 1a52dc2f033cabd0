import { readModel } from '@ultimate/event-store/read-model.ts'
import { openSession } from '@ultimate/event-store/session.ts'
import { compareNames } from '@ultimate/events/language/fold.ts'
import { type Role, roles } from '@ultimate/events/language/roles.ts'
import type { ListedUser, User } from '@ultimate/events/staff/api.ts'
import type { AccessEvent, UserEvent } from '@ultimate/events/staff/events.ts'
import type { ISql, Sql } from 'postgres'

/** A passkey as its owner knows it. */
export interface PasskeyEntry {
  readonly id: string
  readonly name: string
  readonly at: string
  /** The time of the last sign-in with it. */
  readonly lastUsed: string | null
}

export interface UserRow {
  readonly id: string
  readonly username: string
  readonly full_name: string
  readonly email: string
  readonly role: Role
  readonly is_verified: boolean
  /** True with an authenticator app, whose code is asked for beside the password. */
  readonly has_second_factor: boolean
  /** Oldest first. */
  readonly passkeys: readonly PasskeyEntry[]
  /** The keys that make the name and the address unique; null once the person has been forgotten. */
  readonly username_key: string | null
  readonly email_key: string | null
}

/**
 * Returns one key for all spellings that people would call the same name: letter case and compatibility forms (ﬁ, Ｔ) do
 * not count. Upper case comes first, because it makes ß and SS one.
 */
export function identityKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}

// Only forgotten users have no address.
const buildIdentityKeys = ({ username, email }: { username: string; email: string }) =>
  email === ''
    ? { username_key: null, email_key: null }
    : { username_key: identityKey(username), email_key: identityKey(email) }

/** Returns the row after a sign-in; the same object if that changes nothing. */
function applySignIn(row: UserRow, passkeyId: string | null, at: Date): UserRow {
  const verified = row.is_verified ? row : { ...row, is_verified: true }
  if (passkeyId === null) return verified
  const markUsed = (one: PasskeyEntry) => (one.id === passkeyId ? { ...one, lastUsed: at.toISOString() } : one)
  return { ...verified, passkeys: row.passkeys.map(markUsed) }
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
          ...buildIdentityKeys(person),
        }
      }
      case 'UserSignedIn':
        return row && applySignIn(row, event.data.passkeyId, event.metadata.at)
      case 'PasskeyAdded': {
        const { passkeyId, name } = event.data
        const passkey = { id: passkeyId, name, at: event.metadata.at.toISOString(), lastUsed: null }
        return row && { ...row, passkeys: [...row.passkeys, passkey] }
      }
      case 'PasskeyRemoved':
        return row && { ...row, passkeys: row.passkeys.filter(({ id }) => id !== event.data.passkeyId) }
      case 'SecondFactorAdded':
        return row && { ...row, has_second_factor: true }
      case 'SecondFactorRemoved':
        return row && { ...row, has_second_factor: false }
      case 'ProfileChanged': {
        const { fullName, email } = event.data.person
        return row && { ...row, full_name: fullName, email, ...buildIdentityKeys({ username: row.username, email }) }
      }
      case 'UserRemoved':
        return null
      default:
        return row
    }
  },
})

/** A user with the secrets that sign-in and every later request are checked against. Never leaves the backend. */
export interface Account {
  readonly user: User
  /** Null where the secrets were lost: this user cannot sign in. */
  readonly hash: string | null
  readonly generation: number
  /** The end of a temporary password; null for one of the user's own. */
  readonly temporaryUntil: Date | null
  /** Signing in with the password takes a code as well. */
  readonly hasSecondFactor: boolean
  readonly hasPasskey: boolean
  /** True where the role needs more than a password. */
  readonly needsSecondFactor: boolean
}

type AccountRow = User & Omit<Account, 'user' | 'generation'> & { readonly generation: number | null }

function toAccount(row: AccountRow | undefined): Account | null {
  if (!row) return null
  const { hash, generation, temporaryUntil, hasSecondFactor, hasPasskey, needsSecondFactor, ...user } = row
  return { user, hash, generation: generation ?? 0, temporaryUntil, hasSecondFactor, hasPasskey, needsSecondFactor }
}

const selectAccount = (sql: Sql) => sql`
  select u.id, u.username, u.full_name, u.email, u.role, u.is_verified, c.hash, c.token_generation as generation,
    c.temporary_until as "temporaryUntil", u.has_second_factor as "hasSecondFactor",
    jsonb_array_length(u.passkeys) > 0 as "hasPasskey", coalesce(r.second_factor, false) as "needsSecondFactor"
  from users u left join credentials c on c.user_id = u.id left join sign_in_rules r on r.id = u.role`

export async function accountById(sql: Sql, id: string): Promise<Account | null> {
  const [row] = await sql<AccountRow[]>`${selectAccount(sql)} where u.id = ${id}`
  return toAccount(row)
}

/** `lastSeen` is null where the session has ended, or where the token names none. */
export interface AccountInSession {
  readonly account: Account
  readonly lastSeen: Date | null
  /** A passkey that still exists began the session, or was added in it. */
  readonly withPasskey: boolean
}

/** The user and the session that a token names; the session is null in tokens of an earlier release. */
export interface TokenHolder {
  readonly userId: string
  readonly session: string | null
}

/** Reads the account and session of each holder, in their order; null where there is no such user. */
export async function accountsOfTokens(
  sql: Sql,
  holders: readonly TokenHolder[],
): Promise<(AccountInSession | null)[]> {
  // An array literal of PostgreSQL, such as `{<id>,null}`.
  const sessionsLiteral = `{${holders.map(({ session }) => session ?? 'null')}}`
  const rows = await sql<(AccountRow & Omit<AccountInSession, 'account'> & { readonly n: number })[]>`
    select wanted.n, account.*, s.last_seen_at as "lastSeen", s.passkey_id is not null as "withPasskey"
    from unnest(${holders.map(({ userId }) => userId)}::text[]::uuid[], ${sessionsLiteral}::text::uuid[])
      with ordinality as wanted(user_id, session, n)
    cross join lateral (${selectAccount(sql)} where u.id = wanted.user_id) as account
    left join sessions s on s.id = wanted.session and s.user_id = account.id`
  const accounts: (AccountInSession | null)[] = holders.map(() => null)
  for (const { n, lastSeen, withPasskey, ...row } of rows) {
    const account = toAccount(row)
    if (account) accounts[n - 1] = { account, lastSeen, withPasskey }
  }
  return accounts
}

/** Finds the account by any spelling of the name, see {@link identityKey}. */
export async function accountByUsername(sql: Sql, username: string): Promise<Account | null> {
  const [row] = await sql<AccountRow[]>`${selectAccount(sql)} where u.username_key = ${identityKey(username)}`
  return toAccount(row)
}

/** Finds the account by any spelling of the address, see {@link identityKey}. */
export async function accountByEmail(sql: Sql, email: string): Promise<Account | null> {
  const [row] = await sql<AccountRow[]>`${selectAccount(sql)} where u.email_key = ${identityKey(email)}`
  return toAccount(row)
}

/** Oldest first. */
export async function readPasskeys(sql: Sql, userId: string): Promise<readonly PasskeyEntry[]> {
  const [row] = await sql<Pick<UserRow, 'passkeys'>[]>`select passkeys from users where id = ${userId}`
  return row?.passkeys ?? []
}

export async function hasUsers(sql: Sql): Promise<boolean> {
  const rows = await sql`select 1 from users limit 1`
  return rows.length > 0
}

/** Reads the ids of users who have an account although their names can no longer be decrypted. */
export async function readUnreadableUsers(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from users where username_key is null order by id`
  return rows.map(({ id }) => id)
}

/** Counts the log entries that name these users as actors in clear text: earlier releases did not encrypt names. */
export async function countPlainNames(sql: Sql, users: readonly string[]): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from events
    where actor_kind = 'staff' and actor_name is not null and not starts_with(actor_name, '$sealed:')
      and actor_id in (select json_array_elements_text(${JSON.stringify(users)}::text::json))`
  return row?.count ?? 0
}

/** Highest role first, then by name. */
export async function listUsers(sql: Sql): Promise<Omit<ListedUser, 'mail'>[]> {
  const rows = await sql<Omit<ListedUser, 'mail'>[]>`
    select id, username, full_name, email, role, is_verified,
      has_second_factor or jsonb_array_length(passkeys) > 0 as second_factor
    from users`
  return rows.toSorted(
    (one, other) =>
      roles.indexOf(one.role) - roles.indexOf(other.role) ||
      compareNames(one.full_name, other.full_name) ||
      compareNames(one.username, other.username) ||
      compareNames(one.id, other.id),
  )
}

/** The ids of all TDs. */
export async function readTds(sql: ISql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from users where role = 'TD' order by id`
  return rows.map(({ id }) => id)
}

/** An arbitrary number, the same in all backends. */
const tdLock = 5_312_000_101

/**
 * Runs `work` with the ids of all TDs, none of whom is removed until it is done. The lock has a connection of its own:
 * calls that wait for it must not take the pool's connections, which its holder needs to finish.
 */
export async function withTdLock<T>(sql: Sql, work: (tds: readonly string[]) => Promise<T>): Promise<T> {
  const session = openSession(sql)
  try {
    return await session.transaction('begin', async (tx) => {
      await tx`select pg_advisory_xact_lock(${tdLock})`
      return work(await readTds(tx))
    })
  } finally {
    await session.close()
  }
}

/** Reads the addresses of all TDs who were not forgotten. */
export function readTdMailboxes(sql: Sql): Promise<{ id: string; email: string }[]> {
  return sql<{ id: string; email: string }[]>`
    select id, email from users where role = 'TD' and email <> '' order by id`
}

/** The roles that need a second factor, highest first. */
export async function readRolesWithSecondFactor(sql: Sql): Promise<Role[]> {
  const rows = await sql<{ id: Role }[]>`select id from sign_in_rules where second_factor`
  return roles.filter((role) => rows.some(({ id }) => id === role))
}

/** Returns whether this user has an authenticator app or a passkey. */
export async function hasSecondFactor(sql: Sql, userId: string): Promise<boolean> {
  const rows =
    await sql`select 1 from users where id = ${userId} and (has_second_factor or jsonb_array_length(passkeys) > 0)`
  return rows.length > 0
}

/** `id` is the role. */
interface SignInRuleRow {
  readonly id: Role
  readonly second_factor: boolean
}

export const signInRules = readModel<SignInRuleRow, AccessEvent>({
  table: 'sign_in_rules',
  version: 1,
  category: 'access',
  columns: { id: { type: 'text' }, second_factor: { type: 'boolean' } },
  rowsOf: (event) => event.data.role,
  evolve(row, event) {
    switch (event.type) {
      case 'SecondFactorRequired':
        return { id: event.data.role, second_factor: true }
      case 'SecondFactorMadeOptional':
        return null
      default:
        return row
    }
  },
})
