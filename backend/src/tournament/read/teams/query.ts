import type { Team } from '@ultimate/events/tournament/api.ts'
import { confirmedCapacity, statusByOrder, type TeamStatus } from '@ultimate/events/tournament/team.ts'
import type { Sql } from 'postgres'
import { coalesced } from './coalesced.ts'

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

interface Known {
  readonly fingerprint: string
  readonly teams: readonly Team[]
}

// Every event raises one row's version; a rebuilt table is another table.
const fingerprint = (sql: Sql) => sql`
  concat(max(tableoid::bigint), ' ', count(*), ' ', sum(version))`

/**
 * All teams, oldest first. One process keeps the answer, the very same object, for as long as the database says that
 * nothing changed: so nobody, on whichever process, is ever told an old list.
 */
export function teamList(sql: Sql): () => Promise<readonly Team[]> {
  let known: Known = { fingerprint: '', teams: [] }
  return coalesced(async () => {
    const [now] = await sql<{ fingerprint: string }[]>`select ${fingerprint(sql)} as fingerprint from teams`
    if (now?.fingerprint !== known.fingerprint) known = await readList(sql)
    return known.teams
  })
}

/** One statement, so that the fingerprint is that of these rows. */
async function readList(sql: Sql): Promise<Known> {
  const [list] = await sql<{ fingerprint: string; rows: PublicRow[] | null }[]>`
    select ${fingerprint(sql)} as fingerprint, json_agg(listed order by teams.created_at, teams.id) as rows
    from teams, lateral (select ${publicColumns(sql)}) listed`
  const teams = (list?.rows ?? []).map((row, index) => asTeam(row, index + 1))
  return { fingerprint: list?.fingerprint ?? '', teams }
}
