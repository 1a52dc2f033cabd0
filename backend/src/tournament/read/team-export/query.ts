import { statusByOrder } from '@ultimate/events/tournament/team.ts'
import type { Sql } from 'postgres'
import type { TeamRow } from '../teams/project.ts'

/** A team with everything its captain told, and its number in the order of registration. */
export type ContactTeam = Omit<TeamRow, 'status' | 'version'> & {
  readonly place: number
  readonly status: NonNullable<TeamRow['status']>
}

/** All teams, oldest first. */
export async function readTeamsWithContacts(sql: Sql): Promise<ContactTeam[]> {
  const rows = await sql<Omit<TeamRow, 'version'>[]>`
    select id, team_name, past_team_names, location, division, captain_name, captain_email, captain_phone,
      alternate_name, alternate_email, alternate_phone, comments, created_at, status, paid
    from teams order by created_at, id`
  return rows.map((row, index) => ({ ...row, place: index + 1, status: row.status ?? statusByOrder(index + 1) }))
}
