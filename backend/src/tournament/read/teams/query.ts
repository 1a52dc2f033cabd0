import type { Team } from '@ultimate/events/tournament/api.ts'
import { confirmedCapacity, statusByOrder, type TeamStatus } from '@ultimate/events/tournament/team.ts'
import type { Sql } from 'postgres'
import { coalesced } from './coalesced.ts'

export interface TeamList {
  readonly teams: Team[]
  /** Differs whenever anything in the read model does. */
  readonly fingerprint: number
}

const publicColumns = (sql: Sql) => sql`
  id, team_name, division, captain_name, location, paid, status,
  to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`

type PublicRow = Omit<Team, 'status'> & { status: TeamStatus | null }

const asTeam = ({ status, ...row }: PublicRow, order: number): Team => ({
  id: row.id,
  team_name: row.team_name,
  division: row.division,
  captain_name: row.captain_name,
  location: row.location,
  created_at: row.created_at,
  status: status ?? statusByOrder(order),
  paid: row.paid,
})

/** Null where there is no such team. Its status by order needs only the teams ahead of it, and not many of those. */
export async function readTeam(sql: Sql, id: string): Promise<{ team: Team; version: number } | null> {
  const [row] = await sql<(PublicRow & { version: number; ahead: number })[]>`
    select ${publicColumns(sql)}, version, (
      select count(*)::int from (
        select from teams other
        where (other.created_at, other.id) < (team.created_at, team.id)
        limit ${confirmedCapacity}
      ) ahead
    ) as ahead
    from teams team where id = ${id}`
  return row ? { team: asTeam(row, row.ahead + 1), version: row.version } : null
}

/**
 * All teams, oldest first. One process keeps the answer for as long as the database says that nothing changed, so
 * that nobody, on whichever process, is ever told an old list.
 */
export function teamList(sql: Sql): () => Promise<TeamList> {
  let known: TeamList = { teams: [], fingerprint: -1 }
  return coalesced(async () => {
    const [now] = await sql<{ fingerprint: number; rows: PublicRow[] | null }[]>`
      with now as (select coalesce(sum(hashtext(team::text)::bigint & 2147483647), 0)::float8 as fingerprint from teams team)
      select fingerprint, case when fingerprint <> ${known.fingerprint} then coalesce((
        select json_agg(listed) from (select ${publicColumns(sql)} from teams order by teams.created_at, teams.id) listed
      ), '[]') end as rows
      from now`
    if (now?.rows) known = { fingerprint: now.fingerprint, teams: now.rows.map((row, index) => asTeam(row, index + 1)) }
    return known
  })
}
