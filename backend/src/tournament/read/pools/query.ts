import type { PoolTeam, ReachableTeam } from '@ultimate/events/tournament/pools-api.ts'
import { type Division, statusByOrder, type TeamStatus } from '@ultimate/events/tournament/team.ts'
import type { Sql } from 'postgres'
import type { PoolsRow } from './project.ts'

/** The pools of a division as they are stored, with its teams, which the pools name by id. */
export interface KnownPools {
  readonly row: PoolsRow | null
  readonly teams: ReadonlyMap<string, Required<PoolTeam>>
}

export async function readPools(sql: Sql, division: Division): Promise<KnownPools> {
  const [[row = null], teams] = await Promise.all([
    sql<PoolsRow[]>`select id, saved, published, changed_by, changed_at, version from pools where id = ${division}`,
    sql<Required<PoolTeam>[]>`
      select id, team_name as name, captain_name, captain_phone as phone, captain_email as email
      from teams where division = ${division} and email_confirmed`,
  ])
  return { row, teams: new Map(teams.map((team) => [team.id, { ...team }])) }
}

/** All teams whose bids count, with their divisions: what a save is judged by. */
export async function readDivisions(sql: Sql): Promise<ReadonlyMap<string, Division>> {
  const rows = await sql<{ id: string; division: Division }[]>`select id, division from teams where email_confirmed`
  return new Map(rows.map(({ id, division }) => [id, division]))
}

type Row = Omit<ReachableTeam, 'status'> & { status: TeamStatus | null; place: number }

/** A division's teams whose bids count, oldest first; a status that staff did not set follows from the order among all teams. */
export async function readPoolTeams(sql: Sql, division: Division): Promise<ReachableTeam[]> {
  const rows = await sql<Row[]>`
    select id, team_name, division, captain_name, location, created_at, status, paid, captain_phone, captain_email, place
    from (
      select id, team_name, division, captain_name, location, paid, status, captain_phone, captain_email,
        to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
        (row_number() over (order by teams.created_at, id))::int as place
      from teams where email_confirmed
    ) listed
    where division = ${division}
    order by place`
  return rows.map(({ place, status, ...row }) => ({ ...row, status: status ?? statusByOrder(place) }))
}
