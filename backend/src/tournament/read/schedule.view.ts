import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { ScheduleEvent } from '@ultimate/events/tournament/events.ts'
import { letterOf } from '@ultimate/events/tournament/pools/pools.ts'
import { divisions } from '@ultimate/events/tournament/team.ts'
import {
  findConflicts,
  type Plan,
  type PlannedGame,
  removedTeam,
  type SideSource,
  takenOff,
  timeOf,
} from '@ultimate/events/tournament/weekend/plan.ts'
import { evolve, initialState, type PoolToPlay, type Schedule } from '@ultimate/events/tournament/weekend/schedule.ts'
import type {
  Game,
  ScheduleDraft,
  ShownDay,
  ShownSchedule,
  Side,
} from '@ultimate/events/tournament/weekend/schedule-api.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Answer } from '../../platform/http/http-route.ts'
import { readDivisions, readPools } from './pools/pools.view.ts'

/** The schedule of one edition; no row until the first change. It holds the ids of teams. */
type ScheduleRow = Schedule & {
  /** The year. */
  id: string
  /** The version of the stream `schedule-<year>`. */
  version: number
}

export const schedules = readModel<ScheduleRow, ScheduleEvent>({
  table: 'schedules',
  version: 2,
  category: 'schedule',
  columns: {
    id: { type: 'text' },
    draft: { type: 'jsonb' },
    published: { type: 'jsonb', nullable: true },
    delays: { type: 'jsonb' },
    version: { type: 'integer' },
  },
  rowsOf: ({ metadata }) => metadata.stream.slice('schedule-'.length),
  evolve: project,
})

function project(row: ScheduleRow | null, event: RecordedEvent<ScheduleEvent>): ScheduleRow {
  const { stream, version } = event.metadata
  return { id: stream.slice('schedule-'.length), ...evolve(row ? scheduleOf(row) : initialState(), event), version }
}

const scheduleOf = ({ draft, published, delays }: Schedule): Schedule => ({ draft, published, delays })

interface StoredSchedule {
  readonly schedule: Schedule
  readonly version: number
}

export async function readStoredSchedule({ sql, edition }: Edition): Promise<StoredSchedule> {
  const [row] = await sql<ScheduleRow[]>`select draft, published, delays, version from schedules where id = ${edition}`
  return row ? { schedule: scheduleOf(row), version: row.version } : { schedule: initialState(), version: 0 }
}

/** Names of all teams of the edition, also of removed ones, whose games stay. */
export async function readTeamNames({ sql, edition }: Edition): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id::text, team_name as name from teams where edition = ${edition}`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Names = ReadonlyMap<string, string>
const nameIn = (names: Names) => (team: string) => names.get(team) ?? removedTeam

const listDays = ({ settings, rounds }: Plan): ShownDay[] =>
  settings.days.map(({ date }) => ({
    date,
    rounds: rounds.filter(({ day }) => day === date).map(({ id, start, end }) => ({ id, start, end })),
  }))

function showSide(side: SideSource, plan: Plan, names: Names): Side {
  if ('team' in side) return { team: { id: side.team, name: nameIn(names)(side.team) }, from: '' }
  if ('rank' in side) return { team: null, from: side.label }
  const [word, id] = 'winner_of' in side ? ['Winner', side.winner_of] : ['Loser', side.loser_of]
  return { team: null, from: `${word} of ${plan.games.find((game) => game.id === id)?.label ?? 'a game'}` }
}

/** In the order in which they are played; those without a place last. */
export function showGames(plan: Plan, names: Names): Game[] {
  const show = (game: PlannedGame): Game => {
    const time = timeOf(game, plan)
    return {
      id: game.id,
      division: game.division,
      stage: game.pool ? 'pool' : 'bracket',
      pool: game.pool?.name ?? null,
      label: game.label,
      plays_to: game.places && game.places[1] <= 4 ? 13 : 11,
      round_id: time && game.round,
      field_id: time && game.field,
      start: time?.start ?? null,
      end: time?.end ?? null,
      home: showSide(game.home, plan, names),
      away: showSide(game.away, plan, names),
      status: game.cancelled ? 'cancelled' : 'scheduled',
      score: null,
      version: 0,
    }
  }
  const fields = new Map(plan.settings.fields.map(({ id }, index) => [id, index]))
  const time = ({ start }: Game) => (start === null ? Number.MAX_SAFE_INTEGER : Date.parse(start))
  const order = ({ field_id }: Game) => fields.get(field_id ?? '') ?? fields.size
  return plan.games.map(show).toSorted((one, other) => time(one) - time(other) || order(one) - order(other))
}

/** What everybody sees. */
export async function answerSchedule(current: Edition): Promise<Answer<ShownSchedule>> {
  const [{ schedule, version }, names] = await Promise.all([readStoredSchedule(current), readTeamNames(current)])
  const { published } = schedule
  const body: ShownSchedule = published
    ? {
        published: true,
        days: listDays(published),
        fields: [...published.settings.fields],
        games: showGames(published, names),
      }
    : { published: false, days: [], fields: [], games: [] }
  return { status: 200, body, version }
}

/** What staff work on: read, after every change, and when they were too late for one. */
export async function answerDraft(current: Edition): Promise<Answer<ScheduleDraft>> {
  const [{ schedule, version }, names] = await Promise.all([readStoredSchedule(current), readTeamNames(current)])
  const { draft, published, delays } = schedule
  const { settings } = draft
  const body: ScheduleDraft = {
    settings: {
      fields: settings.fields.map(({ name }) => name),
      days: settings.days.map(({ date, first_start, rounds }) => ({ date, first_start, rounds })),
      game_minutes: settings.game_minutes,
      slot_minutes: settings.slot_minutes,
      max_in_a_row: settings.max_in_a_row,
      min_rest_minutes: settings.min_rest_minutes,
    },
    days: listDays(draft),
    fields: [...settings.fields],
    games: showGames(draft, names),
    unplaced: draft.games
      .filter((game) => timeOf(game, draft) === null)
      .map(({ id, reason }) => ({ game: id, reason: reason ?? takenOff })),
    conflicts: findConflicts(draft, nameIn(names)).map((conflict) => ({ ...conflict, games: [...conflict.games] })),
    published: JSON.stringify(draft) === JSON.stringify(published),
    day_changes: delays.map(({ kind }) => kind ?? 'delay'),
    version,
  }
  return { status: 200, body, version }
}

/** The public pools of both divisions, with the teams that are still in. */
export async function readPoolsToPlay(current: Edition): Promise<PoolToPlay[]> {
  const [teams, ...known] = await Promise.all([
    readDivisions(current),
    ...divisions.map((division) => readPools(current, division)),
  ])
  return divisions.flatMap((division, index) =>
    (known[index]?.row?.published ?? []).map(({ id, name, teams: places }) => ({
      id,
      name,
      letter: letterOf(name),
      division,
      teams: places.filter((team): team is string => team !== null && teams.get(team) === division),
    })),
  )
}
