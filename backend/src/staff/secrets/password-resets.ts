import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'

/**
 * Mailed links that set a new password. A link is good for one generation of the user's tokens: the first change of the
 * password, by this link or in another way, ends it. Links are no events, and only the hash of a token is stored.
 */
export const passwordResetsTable: OwnTable = {
  table: 'password_resets',
  rights: ['select', 'insert', 'delete'],
  backup: false,
  ddl: `
create table if not exists password_resets (
  token_hash text primary key,
  user_id uuid not null,
  token_generation integer not null,
  until timestamptz not null
);
create index if not exists password_resets_user on password_resets (user_id)`,
}

/** The user whose password a link may set, and the generation of tokens that this ends. */
export interface PasswordReset {
  readonly userId: string
  readonly generation: number
}

/** The time within which a link for a new password can be used. */
export const resetLifetimeMs = 60 * 60_000

/** Returns 256 bits that follow from our secret, so that a mail which is written again has the same link. */
export function resetToken(secret: string, key: string): string {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'password resets', 32))
  return createHmac('sha256', derived).update(key).digest('base64url')
}

const computeHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Stores a link. Without a user it does the same work but stores nothing, so that the time reveals no user. */
export const beginningReset = (
  token: string,
  reset: PasswordReset | null,
  now: Date,
  until = new Date(now.getTime() + resetLifetimeMs),
): TransactionalWrite => ({
  name: 'begun_reset',
  values: [computeHash(token), reset?.userId ?? null, reset?.generation ?? 0, until.toISOString()],
  text: ([hash, user, generation, until]) => `
    insert into password_resets (token_hash, user_id, token_generation, until)
    select ${hash}::text, ${user}::uuid, ${generation}::int, ${until}::timestamptz where ${user}::uuid is not null
    on conflict (token_hash) do nothing`,
})

/** Deletes the expired links of all users. */
export const clearingResets = (now: Date): TransactionalWrite => ({
  name: 'cleared_resets',
  values: [now.toISOString()],
  text: ([at]) => `delete from password_resets where until <= ${at}::timestamptz`,
})

/** Deletes all links of a user. */
export const endingResets = (userId: string): TransactionalWrite => ({
  name: 'ended_resets',
  values: [userId],
  text: ([user]) => `delete from password_resets where user_id = ${user}::uuid`,
})

/** Finds the reset of a link; null if none was mailed or it has expired. The link may have been used already. */
export async function findReset(sql: Sql, token: string, now: Date): Promise<PasswordReset | null> {
  const [row] = await sql<PasswordReset[]>`
    select user_id as "userId", token_generation as generation from password_resets
    where token_hash = ${computeHash(token)} and until > ${now}`
  return row ?? null
}
