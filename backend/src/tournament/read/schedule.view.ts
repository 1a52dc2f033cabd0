import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { letterOf } from '@ultimate/events/tournament/pools/pools.ts'
import { divisions } from '@ultimate/events/tournament/team.ts'
import { withEditionSettings } from '@ultimate/events/tournament/weekend/change-settings.ts'
import type { ScheduleEvent } from '@ultimate/events/tournament/weekend/events.ts'
import type { PoolToPlay } from '@ultimate/events/tournament/weekend/generate-schedule.ts'
import { settingsOfEdition } from '@ultimate/events/tournament/weekend/plan.ts'
import { evolve, initialState, type Schedule } from '@ultimate/events/tournament/weekend/schedule.ts'
import type { Edition } from '../../platform/edition.ts'
import { readDivisionByTeam, readPools } from './pools/pools.view.ts'

/** The schedule of one edition; no row until the first change. It holds the ids of teams. */
type ScheduleRow = Schedule & {
  /** The year. */
  id: string
  /** The version of the stream `schedule-<year>`. */
  version: number
}

export const schedules = readModel<ScheduleRow, ScheduleEvent>({
  table: 'schedules',
  version: 4,
  category: 'schedule',
  columns: {
    id: { type: 'text' },
    draft: { type: 'jsonb' },
    published: { type: 'jsonb', nullable: true },
    delays: { type: 'jsonb' },
    brackets: { type: 'jsonb' },
    withdrawn: { type: 'jsonb' },
    version: { type: 'integer' },
  },
  rowsOf: ({ metadata }) => metadata.stream.slice('schedule-'.length),
  evolve: project,
})

function project(row: ScheduleRow | null, event: RecordedEvent<ScheduleEvent>): ScheduleRow {
  const { stream, version } = event.metadata
  return { id: stream.slice('schedule-'.length), ...evolve(row ? toSchedule(row) : initialState(), event), version }
}

const toSchedule = ({ draft, published, delays, brackets, withdrawn }: Schedule): Schedule => ({
  draft,
  published,
  delays,
  brackets,
  withdrawn,
})

interface StoredSchedule {
  readonly schedule: Schedule
  readonly version: number
}

export async function readStoredSchedule({ sql, edition, facts }: Edition): Promise<StoredSchedule> {
  const [row] = await sql<ScheduleRow[]>`
    select draft, published, delays, brackets, withdrawn, version from schedules where id = ${edition}`
  if (row) return { schedule: toSchedule(row), version: row.version }
  return { schedule: withEditionSettings(initialState(), settingsOfEdition(await facts())), version: 0 }
}

/** Names of all teams of the edition, also of removed ones, whose games stay. */
export async function readTeamNames({ sql, edition }: Edition): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id::text, team_name as name from teams where edition = ${edition}`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The public pools of both divisions, with the teams that are registered in the division. */
export async function readPoolsToPlay(current: Edition): Promise<PoolToPlay[]> {
  const [divisionByTeam, ...poolsOfDivisions] = await Promise.all([
    readDivisionByTeam(current),
    ...divisions.map((division) => readPools(current, division)),
  ])
  return divisions.flatMap((division, index) =>
    (poolsOfDivisions[index]?.row?.published ?? []).map(({ id, name, teams: places }) => ({
      id,
      name,
      letter: letterOf(name),
      division,
      teams: places.filter((team): team is string => team !== null && divisionByTeam.get(team) === division),
    })),
  )
}
