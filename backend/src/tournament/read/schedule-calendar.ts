import { joinTexts } from '@ultimate/events/language/edition-facts.ts'
import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import ical, { ICalEventStatus } from 'ical-generator'
import type { Edition } from '../../platform/edition.ts'
import { findSide, showPublicGames } from './my-team.query.ts'
import { readTeamNames } from './schedule.view.ts'
import { readWeekend } from './weekend.query.ts'

/** The team that plays on a side, or how it is found. */
export const nameSide = ({ team, from }: Game['home']): string => team?.name ?? from

interface CalendarParts {
  readonly siteUrl: string
  readonly now: Date
}

/** The public games of a team. A game keeps its UID, so that calendars which follow the address move it. */
export async function writeTeamCalendar(
  current: Edition,
  team: string,
  { siteUrl, now }: CalendarParts,
): Promise<string> {
  const [known, names, facts] = await Promise.all([readWeekend(current), readTeamNames(current), current.facts()])
  const games = showPublicGames(known).filter((game) => findSide(game, team) !== null)
  // The name of a team without a public game may not be public either.
  const name = (games.length > 0 && names.get(team)) || tournamentErrors.fail('TEAM_NOT_FOUND')
  const fields = new Map(known.schedule.published?.settings.fields.map((one) => [one.id, one.name]))
  const calendar = ical({ name: `${name}, ${facts.name}`, prodId: { company: facts.name, product: 'schedule' } })
  for (const game of games) {
    if (game.start === null || game.end === null) continue
    const field = fields.get(game.field_id ?? '') ?? ''
    calendar.createEvent({
      id: `game-${game.id}@${new URL(siteUrl).host}`,
      sequence: known.version,
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
