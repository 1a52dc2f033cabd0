import type { Sql } from 'postgres'

/** Not facts: forgotten with the user, never replayed, never in a read model. */
export const credentialsTable = `
create table if not exists credentials (
  user_id uuid primary key,
  hash text not null,
  token_generation integer not null default 0,
  changed_at timestamptz not null default now()
)`

/**
 * The hash for a user who is about to be added. An id that is somebody's already keeps its hash: whoever repeats the
 * request must not change a password with it.
 */
export async function storeCredentials(sql: Sql, userId: string, hash: string): Promise<void> {
  await sql`
    insert into credentials (user_id, hash) values (${userId}, ${hash})
    on conflict (user_id) do update set hash = excluded.hash, changed_at = now()
    where not exists (select 1 from users where users.id = excluded.user_id)`
}

/** Takes back what {@link storeCredentials} stored, unless the user exists after all. */
export async function dropUnusedCredentials(sql: Sql, userId: string): Promise<void> {
  await sql`
    delete from credentials
    where user_id = ${userId} and not exists (select 1 from users where users.id = credentials.user_id)`
}

/** Ends all tokens of earlier generations. Null where somebody else changed the password meanwhile, or the user is gone. */
export async function replacePassword(
  sql: Sql,
  { userId, hash, generation }: { userId: string; hash: string; generation: number },
): Promise<number | null> {
  const [row] = await sql<{ generation: number }[]>`
    update credentials set hash = ${hash}, token_generation = token_generation + 1, changed_at = now()
    where user_id = ${userId} and token_generation = ${generation}
    returning token_generation as generation`
  return row?.generation ?? null
}
