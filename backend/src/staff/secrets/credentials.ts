import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'

/** Credentials are no events: they are forgotten with the user, never replayed, never in a read model. */
export const credentialsTable: OwnTable = {
  table: 'credentials',
  rights: ['select', 'insert', 'update', 'delete'],
  backup: true,
  ddl: `
create table if not exists credentials (
  user_id uuid primary key,
  hash text not null,
  token_generation integer not null default 0,
  changed_at timestamptz not null default now()
);
alter table credentials add column if not exists temporary_until timestamptz`,
}

/**
 * Stores the hash of a user who is added in the same step, in place of one that an earlier attempt left behind. `until`
 * is when a temporary password ends; null for a password that the user has chosen.
 */
export const addingCredentials = (userId: string, hash: string, until: Date | null): TransactionalWrite => ({
  name: 'added_credentials',
  values: [userId, hash, until?.toISOString() ?? null],
  text: ([id, value, end]) => `
    insert into credentials (user_id, hash, temporary_until)
    values (${id}::uuid, ${value}::text, ${end}::timestamptz)
    on conflict (user_id) do update
    set hash = excluded.hash, temporary_until = excluded.temporary_until, changed_at = now()`,
})

interface RestoredCredentials extends Pick<NewHash, 'userId' | 'hash'> {
  /** Above that of all earlier tokens, so that none of them opens anything again. */
  readonly newGeneration: number
}

/** Stores the credentials of a user who is back and has to choose a password. */
export const restoringCredentials = ({ userId, hash, newGeneration }: RestoredCredentials): TransactionalWrite => ({
  name: 'restored_credentials',
  values: [userId, hash, newGeneration],
  text: ([id, value, next]) => `
    insert into credentials (user_id, hash, token_generation) values (${id}::uuid, ${value}::text, ${next}::int)
    on conflict (user_id) do update
    set hash = excluded.hash, temporary_until = null, token_generation = excluded.token_generation, changed_at = now()`,
})

/** Deletes the credentials in the step that removes the user. */
export const removingCredentials = (userId: string): TransactionalWrite => ({
  name: 'removed_credentials',
  values: [userId],
  text: ([id]) => `delete from credentials where user_id = ${id}::uuid`,
})

export interface NewHash {
  readonly userId: string
  readonly hash: string
  /** The generation of the tokens that the change ends. */
  readonly generation: number
}

/**
 * Stores a new password and ends all tokens. Fails with `otherwise` if another request changed the password meanwhile.
 */
export const replacingHash = (
  { userId, hash, generation }: NewHash,
  otherwise = 'TOKEN_REVOKED',
): TransactionalWrite => ({
  name: 'replaced_hash',
  values: [userId, hash, generation],
  text: ([id, value, current]) => `
    update credentials
    set hash = ${value}::text, temporary_until = null, token_generation = token_generation + 1, changed_at = now()
    where user_id = ${id}::uuid and token_generation = ${current}::int`,
  otherwise,
})

export interface TemporaryHash {
  readonly userId: string
  readonly hash: string
  readonly until: Date
}

/** Stores a temporary password in place of any other, also for a user whose secrets were lost. Ends all tokens. */
export const settingTemporaryHash = ({ userId, hash, until }: TemporaryHash): TransactionalWrite => ({
  name: 'temporary_hash',
  values: [userId, hash, until.toISOString()],
  text: ([id, value, end]) => `
    insert into credentials (user_id, hash, temporary_until)
    values (${id}::uuid, ${value}::text, ${end}::timestamptz)
    on conflict (user_id) do update
    set hash = excluded.hash, temporary_until = excluded.temporary_until, changed_at = now(),
      token_generation = credentials.token_generation + 1`,
})
