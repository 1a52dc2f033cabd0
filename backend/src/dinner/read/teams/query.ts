import type { Sql } from 'postgres'

/** Whether one can sign up for it: not once it was removed. */
export async function isTeamKnown(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql`select 1 from dinner_teams where id = ${id} and counts and not removed`
  return row !== undefined
}

/** In the order of registration. */
export async function readTeams(sql: Sql): Promise<{ id: string; name: string }[]> {
  return sql<{ id: string; name: string }[]>`
    select id, team_name as name from dinner_teams where counts and not removed order by registered_at, id`
}
