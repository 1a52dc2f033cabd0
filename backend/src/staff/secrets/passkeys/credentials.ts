import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'

/**
 * The public half of each passkey, in Base64 for addresses, and how often the passkey reports to have signed: many report 0 for
 * ever. Not facts: gone with the passkey. What people call it, and when they used it, follows from the events.
 */
export const passkeysTable: OwnTable = {
  table: 'passkeys',
  rights: ['select', 'insert', 'update', 'delete'],
  backup: true,
  ddl: `
create table if not exists passkeys (
  id uuid primary key,
  user_id uuid not null,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null
);
create index if not exists passkeys_user on passkeys (user_id)`,
}

export interface PasskeyCredential {
  readonly id: string
  readonly userId: string
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
}

/** Finds a passkey by the id that its authenticator gave it. */
export async function findPasskey(sql: Sql, credentialId: string): Promise<PasskeyCredential | null> {
  const [row] = await sql<PasskeyCredential[]>`
    select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter
    from passkeys where credential_id = ${credentialId}`
  return row ?? null
}

/** Reads the ids that the user's authenticators gave their passkeys. */
export async function readCredentialIds(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select credential_id as id from passkeys where user_id = ${userId} order by credential_id`
  return rows.map(({ id }) => id)
}

/** Fails with PASSKEY_EXISTS where it was added before, by whomever. */
export const addingPasskey = (added: PasskeyCredential): TransactionalWrite => ({
  name: 'added_passkey',
  values: [added.id, added.userId, added.credentialId, added.publicKey, String(added.counter)],
  text: ([id, user, credential, key, counter]) => `
    insert into passkeys (id, user_id, credential_id, public_key, counter)
    values (${id}::uuid, ${user}::uuid, ${credential}::text, ${key}::text, ${counter}::text::bigint)
    on conflict (credential_id) do nothing`,
  otherwise: 'PASSKEY_EXISTS',
})

/** Fails with PASSKEY_REFUSED where it has counted further in another sign-in meanwhile. */
export const countingPasskey = (id: string, counter: number): TransactionalWrite => ({
  name: 'counted_passkey',
  values: [id, String(counter)],
  text: ([passkey, count]) => `
    update passkeys set counter = ${count}::text::bigint
    where id = ${passkey}::uuid and (counter < ${count}::text::bigint or (counter = 0 and ${count}::text = '0'))`,
  otherwise: 'PASSKEY_REFUSED',
})

/** One of the user's; all where `id` is null. */
export const removingPasskeys = (userId: string, id: string | null = null): TransactionalWrite => ({
  name: 'removed_passkeys',
  values: [userId, id],
  text: ([user, passkey]) => `
    delete from passkeys where user_id = ${user}::uuid and (${passkey}::uuid is null or id = ${passkey}::uuid)`,
})
