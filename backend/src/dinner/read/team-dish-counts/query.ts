import type { Sql } from 'postgres'

/** Of every team whose bid counts, in the order of registration; 0 where it brings none yet. */
export async function readTeamDishCounts(sql: Sql): Promise<{ captain_id: string; dish_count: number }[]> {
  return sql<{ captain_id: string; dish_count: number }[]>`
    select team.id as captain_id, count(slot.id)::int as dish_count
    from dinner_teams team
    left join dinner_signups signup on signup.team_id = team.id
    left join dinner_slots slot on slot.id = signup.slot_id and slot.category = 'dishes'
    where team.counts and not team.removed
    group by team.id, team.registered_at order by team.registered_at, team.id`
}
