import type { RemovedTeam } from '@ultimate/events/tournament/removal-api.ts'
import { teamId } from '@ultimate/events/tournament/team-answer.ts'
import type { Sql } from 'postgres'
import type { TeamRow } from '../teams/project.ts'

type Row = Pick<
  TeamRow,
  'id' | 'team_name' | 'division' | 'captain_name' | 'location' | 'created_at' | 'paid' | 'removed'
>

/** The last one first; of those removed in one moment the oldest bid first. */
export async function readRemovedTeams(sql: Sql): Promise<RemovedTeam[]> {
  const rows = await sql<Row[]>`
    select id, team_name, division, captain_name, location, created_at, paid, removed
    from teams where removed is not null
    order by (removed->>'at')::timestamptz desc, created_at, id`
  return rows.map(({ created_at, removed, ...team }) => ({
    ...team,
    created_at: created_at.toISOString(),
    removed_at: removed?.at ?? '',
    removed_by: removed?.by ?? null,
    reason: removed?.reason ?? '',
  }))
}

/** Whether each of them registered once, removed or not. What has not the form of an id is none. */
export async function areTeamsKnown(sql: Sql, ids: readonly string[]): Promise<boolean> {
  if (!ids.every((id) => teamId.safeParse(id).success)) return false
  const rows = await sql<{ id: string }[]>`select id from teams where id = any(${[...ids]}::text[]::uuid[])`
  const known = new Set(rows.map(({ id }) => id))
  return ids.every((id) => known.has(id))
}
