import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { TeamDishes } from '@ultimate/events/dinner/kitchen/kitchen.ts'
import { type PublishedByTournament, statusByOrder } from '@ultimate/events/tournament/published.ts'
import type { Edition } from '../../platform/edition.ts'

/** The registered teams, as far as the dinner needs them: from what the tournament publishes, and nothing else. */
export type DinnerTeamRow = {
  id: string
  team_name: string
  /** The year that it registered for. */
  edition: string
  registered_at: Date
  /** False until the address of the bid is confirmed; until then the team is not shown. */
  counts: boolean
  /** True for a removed team, which has a row all the same, because sign-ups still name it. */
  removed: boolean
  /** The decision of staff; null leaves the status to the order of registration. */
  status: 'confirmed' | 'waitlist' | null
}

export const teams = readModel<DinnerTeamRow, PublishedByTournament>({
  table: 'dinner_teams',
  version: 9,
  category: 'team',
  columns: {
    id: { type: 'uuid' },
    team_name: { type: 'text' },
    edition: { type: 'text' },
    registered_at: { type: 'timestamptz' },
    counts: { type: 'boolean' },
    removed: { type: 'boolean' },
    status: { type: 'text', nullable: true },
  },
  constraints: ['create index {table}_by_edition on {table} (edition)'],
  rowsOf: ({ type, metadata }) => (changesRow(type) ? teamIdOf(metadata.stream) : []),
  evolve: project,
})

/** The events from which a team's row is built. */
const rowEvents = [
  'TeamRegistered',
  'AddressConfirmed',
  'TeamRemoved',
  'TeamRestored',
  'TeamCorrected',
  'TeamWithdrawn',
  'TeamConfirmed',
  'TeamWaitlisted',
  'TeamStandingReset',
] satisfies PublishedByTournament['type'][]
const changesRow = (type: string): boolean => rowEvents.some((each) => each === type)

function project(row: DinnerTeamRow | null, event: RecordedEvent<PublishedByTournament>): DinnerTeamRow | null {
  const { stream, at, happenedAt } = event.metadata
  switch (event.type) {
    case 'TeamRegistered':
      return {
        id: teamIdOf(stream),
        team_name: event.data.teamName,
        edition: event.metadata.edition,
        registered_at: happenedAt ?? at,
        counts: !event.data.awaitsConfirmation,
        removed: false,
        status: null,
      }
    case 'AddressConfirmed':
      return row && { ...row, counts: true }
    case 'TeamCorrected':
      return row && { ...row, team_name: event.data.teamName }
    case 'TeamRemoved':
    case 'TeamWithdrawn':
      return row && { ...row, removed: true }
    case 'TeamRestored':
      return row && { ...row, removed: false }
    case 'TeamConfirmed':
      return row && { ...row, status: 'confirmed' }
    case 'TeamWaitlisted':
      return row && { ...row, status: 'waitlist' }
    case 'TeamStandingReset':
      return row && { ...row, status: null }
  }
}

const teamIdOf = (stream: string): string => stream.slice('team-'.length)

/** True where people can sign up for the team: its bid counts, and it is not removed. */
export async function isRegisteredTeam({ sql, edition }: Edition, id: string): Promise<boolean> {
  const [row] =
    await sql`select 1 from dinner_teams where id = ${id} and edition = ${edition} and counts and not removed`
  return row !== undefined
}

/** Returns the teams for which people can sign up, in the order of registration. */
export async function readTeams({ sql, edition }: Edition): Promise<{ id: string; name: string }[]> {
  return sql<{ id: string; name: string }[]>`
    select id, team_name as name from dinner_teams where edition = ${edition} and counts and not removed order by registered_at, id`
}

/**
 * Returns the teams whose bid counts, with the number of dishes that they bring, in the order of registration. The count is
 * materialized, so that PostgreSQL counts once under every plan.
 */
function readTeamDishes({ sql, edition }: Edition): Promise<(TeamDishes & Pick<DinnerTeamRow, 'status'>)[]> {
  return sql<(TeamDishes & Pick<DinnerTeamRow, 'status'>)[]>`
    with dish_counts as materialized (
      select signup.team_id, count(*)::int as dishes
      from dinner_signups signup join dinner_slots slot on slot.id = signup.slot_id and slot.category = 'dishes'
      where signup.edition = ${edition} group by signup.team_id)
    select team.id, team.team_name as name, team.status, coalesce(dish_counts.dishes, 0) as dishes
    from dinner_teams team left join dish_counts on dish_counts.team_id = team.id
    where team.edition = ${edition} and team.counts and not team.removed
    order by team.registered_at, team.id`
}

/** The number of dishes of every team whose bid counts; 0 where it brings none yet. */
export async function readTeamDishCounts(current: Edition): Promise<{ captain_id: string; dish_count: number }[]> {
  const all = await readTeamDishes(current)
  return all.map(({ id, dishes }) => ({ captain_id: id, dish_count: dishes }))
}

/** Returns the confirmed teams, in the order of registration: the kitchen counts on no others. */
export async function readConfirmedTeams(current: Edition): Promise<TeamDishes[]> {
  const [all, { capacity }] = await Promise.all([readTeamDishes(current), current.facts()])
  return all.flatMap(({ status, ...team }, index) =>
    (status ?? statusByOrder(index + 1, capacity)) === 'confirmed' ? [team] : [],
  )
}
