import { type Role, roles } from '@ultimate/events/language/roles.ts'
import type { Sql } from 'postgres'

/** The roles that need a second factor, highest first. */
export async function rolesWithSecondFactor(sql: Sql): Promise<Role[]> {
  const rows = await sql<{ id: Role }[]>`select id from sign_in_rules where second_factor`
  return roles.filter((role) => rows.some(({ id }) => id === role))
}

/** Whether this user has an authenticator app, or a passkey. */
export async function hasSecondFactor(sql: Sql, userId: string): Promise<boolean> {
  const rows =
    await sql`select 1 from users where id = ${userId} and (has_second_factor or jsonb_array_length(passkeys) > 0)`
  return rows.length > 0
}
