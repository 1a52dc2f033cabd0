import { joinTexts } from '@ultimate/events/language/edition-facts.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { divisionLabels } from '@ultimate/events/tournament/team.ts'
import { findConflicts } from '@ultimate/events/tournament/weekend/conflicts.ts'
import { findTime, type Plan, takenOff } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game, ScheduleDraft, ShownDay, ShownSchedule } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import ical, { ICalEventStatus } from 'ical-generator'
import type { Edition } from '../../platform/edition.ts'
import { type CsvColumns, csvHeaders, toCsv } from '../../platform/http/answer/csv.ts'
import { type Answer, type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readTeamNames } from './schedule.view.ts'
import {
  cacheAnswer,
  findSide,
  type ReadWeekend,
  readWeekend,
  showGames,
  showPublicGames,
  type WeekendState,
} from './weekend.query.ts'

export const scheduleReadRoutes = (platform: Platform, weekend: ReadWeekend): Route[] => [
  readScheduleRoute(weekend),
  readScheduleDraftRoute(platform),
  readTeamCalendarRoute(platform),
  exportScheduleRoute(platform),
]

const listDays = ({ settings, rounds }: Plan): ShownDay[] =>
  settings.days.map(({ date }) => ({
    date,
    rounds: rounds.filter(({ day }) => day === date).map(({ id, start, end }) => ({ id, start, end })),
  }))

/** Answers with the public schedule. */
export function answerSchedule(state: WeekendState): Answer<ShownSchedule> {
  const {
    schedule: { published },
    version,
  } = state
  const body: ShownSchedule = published
    ? {
        published: true,
        days: listDays(published),
        fields: [...published.settings.fields],
        games: showPublicGames(state),
      }
    : { published: false, days: [], fields: [], games: [] }
  return { status: 200, body, version }
}

/** Answers reads and changes of the draft, and changes of an older version. */
export async function answerDraft(current: Edition): Promise<Answer<ScheduleDraft>> {
  const state = await readWeekend(current)
  const { draft, published, delays } = state.schedule
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
    games: showGames(draft.games, draft, state),
    unplaced: draft.games
      .filter((game) => findTime(game, draft) === null)
      .map(({ id, reason }) => ({ game: id, reason: reason ?? takenOff })),
    conflicts: findConflicts(draft, state.nameOf).map((conflict) => ({ ...conflict, games: [...conflict.games] })),
    published: JSON.stringify(draft) === JSON.stringify(published),
    day_changes: delays.map(({ kind }) => kind ?? 'delay'),
    version: state.version,
  }
  return { status: 200, body, version: state.version }
}

/** The team on a side, or where it comes from. */
const nameSide = ({ team, from }: Game['home']): string => team?.name ?? from

interface CalendarParts {
  readonly siteUrl: string
  readonly now: Date
}

/** The public games of a team. A game keeps its UID, so that calendars which follow the address move it. */
async function writeTeamCalendar(current: Edition, team: string, { siteUrl, now }: CalendarParts): Promise<string> {
  const [state, names, facts] = await Promise.all([readWeekend(current), readTeamNames(current), current.facts()])
  const games = showPublicGames(state).filter((game) => findSide(game, team) !== null)
  // The name of a team without a public game may not be public either.
  const name = (games.length > 0 && names.get(team)) || tournamentErrors.fail('TEAM_NOT_FOUND')
  const fieldNames = new Map(state.schedule.published?.settings.fields.map(({ id, name: field }) => [id, field]))
  const calendar = ical({ name: `${name}, ${facts.name}`, prodId: { company: facts.name, product: 'schedule' } })
  for (const game of games) {
    if (game.start === null || game.end === null) continue
    const field = fieldNames.get(game.field_id ?? '') ?? ''
    calendar.createEvent({
      id: `game-${game.id}@${new URL(siteUrl).host}`,
      sequence: state.version,
      stamp: now,
      start: new Date(game.start),
      end: new Date(game.end),
      summary: `${nameSide(game.home)} vs. ${nameSide(game.away)}`,
      description: `${game.pool ?? game.label}, ${field}`,
      location: joinTexts(field, facts.venue.name, facts.venue.address),
      url: new URL('/schedule', siteUrl).href,
      status: game.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}

function readScheduleRoute(weekend: ReadWeekend): Route {
  return route(tournamentApi.readSchedule, cacheAnswer(weekend, answerSchedule))
}

function readScheduleDraftRoute({ current }: Platform): Route {
  return route(tournamentApi.readScheduleDraft, () => answerDraft(current))
}

function readTeamCalendarRoute({ current, configuration: { siteUrl }, clock }: Platform): Route {
  return route(tournamentApi.readTeamCalendar, async ({ params: { id } }) => {
    const calendar = await writeTeamCalendar(current, id, { siteUrl, now: clock.now() })
    // The endpoint declares no type for a body that is not JSON.
    const body = Buffer.from(calendar) as unknown as undefined
    const headers = { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-cache' }
    return { status: 200, body, headers }
  })
}

function exportScheduleRoute({ current, clock }: Platform): Route {
  return route(tournamentApi.exportSchedule, async () => {
    const state = await readWeekend(current)
    const { draft } = state.schedule
    const fieldNames = new Map(draft.settings.fields.map(({ id, name }) => [id, name]))
    const columns: CsvColumns<Game> = [
      ['Game', ({ label }) => label],
      ['Division', ({ division }) => divisionLabels[division]],
      ['Pool', ({ pool }) => pool ?? ''],
      ['Start', ({ start }) => start ?? ''],
      ['End', ({ end }) => end ?? ''],
      ['Field', ({ field_id }) => fieldNames.get(field_id ?? '') ?? ''],
      ['Home', ({ home }) => nameSide(home)],
      ['Away', ({ away }) => nameSide(away)],
      ['Status', ({ status }) => status],
      ['Home points', ({ score }) => score?.home ?? ''],
      ['Away points', ({ score }) => score?.away ?? ''],
    ]
    const body = Buffer.from(toCsv(columns, showGames(draft.games, draft, state))) as unknown as undefined
    return { status: 200, body, headers: csvHeaders('schedule', clock.now()) }
  })
}
