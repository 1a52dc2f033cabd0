import { joinTexts } from '@ultimate/events/language/edition-facts.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { divisionLabels } from '@ultimate/events/tournament/team.ts'
import { listPublicGames } from '@ultimate/events/tournament/weekend/schedule.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import ical, { ICalEventStatus } from 'ical-generator'
import { type CsvColumns, csvHeaders, csvOf } from '../../platform/http/answer/csv.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { answerDraft, answerSchedule } from './schedule.answer.ts'
import { readTeamNames } from './schedule.view.ts'
import { answeredOnce, type ReadWeekend, readWeekend, showGames } from './weekend.query.ts'

export function readScheduleRoute(weekend: ReadWeekend): Route {
  return route(tournamentApi.readSchedule, answeredOnce(weekend, answerSchedule))
}

export function readScheduleDraftRoute({ current }: Platform): Route {
  return route(tournamentApi.readScheduleDraft, () => answerDraft(current))
}

const playsIn = ({ home, away }: Game, team: string): boolean => home.team?.id === team || away.team?.id === team
const nameOf = ({ team, from }: Game['home']): string => team?.name ?? from

/** A game keeps its UID, so that calendars which follow the address move it. */
export function readTeamCalendarRoute({ current, configuration: { siteUrl }, clock }: Platform): Route {
  return route(tournamentApi.readTeamCalendar, async ({ params: { id } }) => {
    const [known, names, facts] = await Promise.all([readWeekend(current), readTeamNames(current), current.facts()])
    const { schedule, version } = known
    const { published } = schedule
    const all = published ? showGames(listPublicGames(schedule), published, known) : []
    const games = all.filter((game) => playsIn(game, id))
    // The name of a team without a public game may not be public either.
    const name = (games.length > 0 && names.get(id)) || tournamentErrors.fail('TEAM_NOT_FOUND')
    const calendar = ical({ name: `${name}, ${facts.name}`, prodId: { company: facts.name, product: 'schedule' } })
    for (const game of games) {
      if (game.start === null || game.end === null) continue
      const field = published?.settings.fields.find((one) => one.id === game.field_id)?.name ?? ''
      calendar.createEvent({
        id: `game-${game.id}@${new URL(siteUrl).host}`,
        sequence: version,
        stamp: clock.now(),
        start: new Date(game.start),
        end: new Date(game.end),
        summary: `${nameOf(game.home)} vs. ${nameOf(game.away)}`,
        description: `${game.pool ?? game.label}, ${field}`,
        location: joinTexts(field, facts.venue.name, facts.venue.address),
        url: new URL('/schedule', siteUrl).href,
        status: game.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      })
    }
    // The declaration knows no type for a body that is not JSON.
    const body = Buffer.from(calendar.toString()) as unknown as undefined
    return {
      status: 200,
      body,
      headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-cache' },
    }
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
      ['Home', ({ home }) => nameOf(home)],
      ['Away', ({ away }) => nameOf(away)],
      ['Status', ({ status }) => status],
      ['Home points', ({ score }) => score?.home ?? ''],
      ['Away points', ({ score }) => score?.away ?? ''],
    ]
    const body = Buffer.from(csvOf(columns, showGames(draft.games, draft, known))) as unknown as undefined
    return { status: 200, body, headers: csvHeaders('schedule', clock.now()) }
  })
}
