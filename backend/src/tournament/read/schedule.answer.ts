import { findConflicts, findTime, type Plan, takenOff } from '@ultimate/events/tournament/weekend/plan.ts'
import { listPublicGames } from '@ultimate/events/tournament/weekend/schedule.ts'
import type { ScheduleDraft, ShownDay, ShownSchedule } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Answer } from '../../platform/http/http-route.ts'
import { type KnownWeekend, readWeekend, showGames } from './weekend.query.ts'

const listDays = ({ settings, rounds }: Plan): ShownDay[] =>
  settings.days.map(({ date }) => ({
    date,
    rounds: rounds.filter(({ day }) => day === date).map(({ id, start, end }) => ({ id, start, end })),
  }))

/** Answers with the public schedule. */
export function answerSchedule(known: KnownWeekend): Answer<ShownSchedule> {
  const { schedule, version } = known
  const { published } = schedule
  const body: ShownSchedule = published
    ? {
        published: true,
        days: listDays(published),
        fields: [...published.settings.fields],
        games: showGames(listPublicGames(schedule), published, known),
      }
    : { published: false, days: [], fields: [], games: [] }
  return { status: 200, body, version }
}

/** Answers with the draft that staff work on: to reads, to changes, and to changes that come too late. */
export async function answerDraft(current: Edition): Promise<Answer<ScheduleDraft>> {
  const known = await readWeekend(current)
  const { draft, published, delays } = known.schedule
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
    games: showGames(draft.games, draft, known),
    unplaced: draft.games
      .filter((game) => findTime(game, draft) === null)
      .map(({ id, reason }) => ({ game: id, reason: reason ?? takenOff })),
    conflicts: findConflicts(draft, known.nameOf).map((conflict) => ({ ...conflict, games: [...conflict.games] })),
    published: JSON.stringify(draft) === JSON.stringify(published),
    day_changes: delays.map(({ kind }) => kind ?? 'delay'),
    version: known.version,
  }
  return { status: 200, body, version: known.version }
}
