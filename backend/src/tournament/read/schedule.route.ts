import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { divisionLabels } from '@ultimate/events/tournament/team.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { type CsvColumns, csvHeaders, toCsv } from '../../platform/http/answer/csv.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { answerDraft, answerSchedule } from './schedule.answer.ts'
import { nameSide, writeTeamCalendar } from './schedule-calendar.ts'
import { answeredOnce, type ReadWeekend, readWeekend, showGames } from './weekend.query.ts'

export function readScheduleRoute(weekend: ReadWeekend): Route {
  return route(tournamentApi.readSchedule, answeredOnce(weekend, answerSchedule))
}

export function readScheduleDraftRoute({ current }: Platform): Route {
  return route(tournamentApi.readScheduleDraft, () => answerDraft(current))
}

export function readTeamCalendarRoute({ current, configuration: { siteUrl }, clock }: Platform): Route {
  return route(tournamentApi.readTeamCalendar, async ({ params: { id } }) => {
    const calendar = await writeTeamCalendar(current, id, { siteUrl, now: clock.now() })
    // The declaration knows no type for a body that is not JSON.
    const body = Buffer.from(calendar) as unknown as undefined
    const headers = { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-cache' }
    return { status: 200, body, headers }
  })
}

export function exportScheduleRoute({ current, clock }: Platform): Route {
  return route(tournamentApi.exportSchedule, async () => {
    const known = await readWeekend(current)
    const { draft } = known.schedule
    const fields = new Map(draft.settings.fields.map(({ id, name }) => [id, name]))
    const columns: CsvColumns<Game> = [
      ['Game', ({ label }) => label],
      ['Division', ({ division }) => divisionLabels[division]],
      ['Pool', ({ pool }) => pool ?? ''],
      ['Start', ({ start }) => start ?? ''],
      ['End', ({ end }) => end ?? ''],
      ['Field', ({ field_id }) => fields.get(field_id ?? '') ?? ''],
      ['Home', ({ home }) => nameSide(home)],
      ['Away', ({ away }) => nameSide(away)],
      ['Status', ({ status }) => status],
      ['Home points', ({ score }) => score?.home ?? ''],
      ['Away points', ({ score }) => score?.away ?? ''],
    ]
    const body = Buffer.from(toCsv(columns, showGames(draft.games, draft, known))) as unknown as undefined
    return { status: 200, body, headers: csvHeaders('schedule', clock.now()) }
  })
}
