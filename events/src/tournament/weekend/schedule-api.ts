import { z } from 'zod'
import { endpoint } from '../../language/endpoint.ts'
import { sentMoment } from '../../language/moment.ts'
import { adminOrTd } from '../../language/roles.ts'
import { requiredLine } from '../../language/text/text.ts'
import { divisions } from '../team.ts'
import { teamId } from '../team-api.ts'
import { sideNames } from './game.ts'
import { scheduleLimits as limits } from './plan.ts'
import { dayChangeKinds } from './plan-times.ts'

const moment = z.iso.datetime({ offset: true })
export const gameId = z.uuid('This is not the id of a game.')

/** A side of a game. `from` names where it comes from while its team is not known: `A1`, `Winner of C3`. */
const side = z.strictObject({ team: z.strictObject({ id: teamId, name: z.string() }).nullable(), from: z.string() })
export type Side = z.infer<typeof side>

export const shownScore = z.strictObject({ home: z.int(), away: z.int() })

const gameStatuses = ['scheduled', 'provisional', 'disputed', 'final', 'cancelled'] as const

export const game = z.strictObject({
  id: gameId,
  division: z.enum(divisions),
  stage: z.enum(['pool', 'bracket']),
  /** The name of its pool. */
  pool: z.string().nullable(),
  label: z.string(),
  plays_to: z.int(),
  /** Null where the game has no place; then field and times are null too. */
  round_id: z.string().nullable(),
  field_id: z.string().nullable(),
  start: moment.nullable(),
  end: moment.nullable(),
  home: side,
  away: side,
  status: z.enum(gameStatuses),
  /** Null without a score, in a dispute, and for a forfeit. */
  score: shownScore.nullable(),
  /** The side that did not play. */
  forfeit: z.enum(sideNames).nullable(),
  /** The places that a bracket game decides between; null for pool games. */
  places: z.tuple([z.int(), z.int()]).nullable(),
  /** Set where other teams played the game than those that are on its sides now, after an earlier result was corrected. */
  flag: z.literal('played by others').nullable(),
  /** The version of its result, for `If-Match`. */
  version: z.int(),
})
export type Game = z.infer<typeof game>

const field = z.strictObject({ id: z.string(), name: z.string() })
const day = z.strictObject({
  date: z.iso.date(),
  rounds: z.array(z.strictObject({ id: z.string(), start: moment, end: moment })),
})
export type ShownDay = z.infer<typeof day>

const schedule = z.strictObject({
  published: z.boolean(),
  days: z.array(day),
  fields: z.array(field),
  games: z.array(game),
})
export type ShownSchedule = z.infer<typeof schedule>

const numberWithin = (what: string, { min, max }: { readonly min: number; readonly max: number }) => {
  const rule = `${what} is a whole number from ${min} to ${max}.`
  return z.int(rule).min(min, rule).max(max, rule)
}
const fieldsRule = `There are ${limits.fields.min} to ${limits.fields.max} fields.`
const daysRule = `There are ${limits.days.min} to ${limits.days.max} days.`
const settings = z.strictObject({
  fields: z
    .array(requiredLine(limits.fieldName, 'A field needs a name.'))
    .min(limits.fields.min, fieldsRule)
    .max(limits.fields.max, fieldsRule),
  days: z
    .array(
      z.strictObject({
        date: z.iso.date('A day is written as 2025-11-22.'),
        first_start: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time is written as 09:00.'),
        rounds: numberWithin('The number of rounds', limits.rounds),
      }),
    )
    .min(limits.days.min, daysRule)
    .max(limits.days.max, daysRule),
  game_minutes: numberWithin('The length of a game in minutes', limits.gameMinutes),
  slot_minutes: numberWithin('The length of a round in minutes', limits.slotMinutes),
  max_in_a_row: numberWithin('Games in a row', limits.inARow),
  min_rest_minutes: numberWithin('Rest in minutes', limits.restMinutes),
})
export type ShownSettings = z.infer<typeof settings>

const draft = z.strictObject({
  settings,
  days: z.array(day),
  fields: z.array(field),
  games: z.array(game),
  unplaced: z.array(z.strictObject({ game: gameId, reason: z.string() })),
  conflicts: z.array(
    z.strictObject({ kind: z.enum(['team', 'field', 'rest']), games: z.array(gameId), sentence: z.string() }),
  ),
  /** True where the draft is what is public. */
  published: z.boolean(),
  /** Changes of a day that can be taken back, the last one at the end. */
  day_changes: z.array(z.enum(dayChangeKinds)),
  version: z.int(),
})
export type ScheduleDraft = z.infer<typeof draft>

const shifted = z.strictObject({
  applied: z.boolean(),
  moved: z.array(z.strictObject({ id: gameId, from: moment, to: moment })),
  problems: z.array(z.string()),
})
export type Shifted = z.infer<typeof shifted>

const cancelled = z.strictObject({
  applied: z.boolean(),
  cancelled: z.array(gameId),
  problems: z.array(z.string()),
})
export type Cancelled = z.infer<typeof cancelled>

const fromTime = sentMoment('A time is written as 2025-11-22T11:00:00-06:00.')
const preview = z.boolean().default(false)

const staffCall = { allow: adminOrTd } as const

export const scheduleApi = {
  readSchedule: endpoint({
    method: 'GET',
    path: '/api/schedule',
    summary: 'Read the published schedule: days with their rounds, fields, and games with their scores',
    allow: 'everyone',
    answers: { 200: schedule },
  }),
  readScheduleDraft: endpoint({
    ...staffCall,
    method: 'GET',
    path: '/api/schedule/draft',
    summary: 'Read the draft of the schedule with its settings, conflicts and games without a place',
    answers: { 200: draft },
  }),
  changeScheduleSettings: endpoint({
    ...staffCall,
    method: 'PUT',
    path: '/api/schedule/settings',
    summary: 'Set fields, days, times and rest of the schedule; games whose round or field is gone lose their place',
    body: settings,
    answers: { 200: draft },
    errors: ['SCHEDULE_SETTINGS'],
  }),
  generateSchedule: endpoint({
    ...staffCall,
    method: 'POST',
    path: '/api/schedule/generate',
    summary: 'Make a draft from the published pools of both divisions; games with a score keep their place',
    body: z.strictObject({
      seed: z
        .int()
        .min(0)
        .max(2 ** 31)
        .optional(),
    }),
    answers: { 200: draft },
    errors: ['NO_POOLS'],
  }),
  placeGame: endpoint({
    ...staffCall,
    method: 'PUT',
    path: '/api/schedule/games/{id}/place',
    summary:
      'Move a game to a round and a field, or take its place away with both null; conflicts are allowed and listed. The game that it is to swap with has that place',
    params: z.strictObject({ id: gameId }),
    body: z.strictObject({
      round_id: z.string().max(64).nullable(),
      field_id: z.string().max(64).nullable(),
      swap_with: gameId.optional(),
    }),
    answers: { 200: draft },
    errors: ['GAME_NOT_FOUND', 'GAME_PLACE'],
  }),
  publishSchedule: endpoint({
    ...staffCall,
    method: 'POST',
    path: '/api/schedule/publish',
    summary: 'Publish the draft; a team or field with two games at a time stops it, too little rest does not',
    answers: { 200: draft },
    errors: ['NO_GAMES', 'SCHEDULE_HAS_CONFLICTS'],
  }),
  shiftSchedule: endpoint({
    ...staffCall,
    method: 'POST',
    path: '/api/schedule/shift',
    summary:
      'Move the games of a day that begin at a time or later, and have no result, by so many minutes; with `preview`, show what would move and store nothing',
    body: z.strictObject({
      from: fromTime,
      minutes: numberWithin('The number of minutes', limits.shiftMinutes),
      preview,
    }),
    answers: { 200: shifted },
    errors: ['SCHEDULE_NOT_PUBLISHED'],
  }),
  cancelRound: endpoint({
    ...staffCall,
    method: 'POST',
    path: '/api/schedule/cancel',
    summary:
      'Cancel the games of a round that have no result; they keep their place. With `preview`, show these games and store nothing',
    body: z.strictObject({ round_id: z.string().max(64), preview }),
    answers: { 200: cancelled },
    errors: ['SCHEDULE_NOT_PUBLISHED', 'ROUND_NOT_FOUND'],
  }),
  shortenRounds: endpoint({
    ...staffCall,
    method: 'POST',
    path: '/api/schedule/shorten',
    summary:
      'Give the rounds of a day, from a time on, another length; the first of them begins as before. Games with a result stay. With `preview`, show what would move and store nothing',
    body: z.strictObject({
      from: fromTime,
      game_minutes: numberWithin('The length of a game in minutes', limits.gameMinutes),
      slot_minutes: numberWithin('The length of a round in minutes', limits.slotMinutes),
      preview,
    }),
    answers: { 200: shifted },
    errors: ['SCHEDULE_NOT_PUBLISHED', 'SCHEDULE_SETTINGS'],
  }),
  undoShift: endpoint({
    ...staffCall,
    method: 'POST',
    path: '/api/schedule/shift/undo',
    summary: 'Take back the last shift, cancellation or shortening: everything is as it was before',
    answers: { 200: draft },
    errors: ['NOTHING_TO_UNDO'],
  }),
  leaveGames: endpoint({
    ...staffCall,
    method: 'POST',
    path: '/api/schedule/withdraw',
    summary: 'Take a team out of the weekend: its games without a result count as forfeited, including later ones',
    body: z.strictObject({ team_id: teamId, reason: requiredLine(limits.reason, 'Please give a reason.') }),
    answers: { 200: z.strictObject({ games: z.array(game) }) },
    errors: ['TEAM_NOT_FOUND', 'TEAM_HAS_NO_GAMES'],
  }),
  readTeamCalendar: endpoint({
    method: 'GET',
    path: '/api/schedule/teams/{id}.ics',
    summary: "Read a team's games as a calendar file",
    allow: 'everyone',
    params: z.strictObject({ id: teamId }),
    answers: { 200: null },
    media: 'text/calendar',
    errors: ['TEAM_NOT_FOUND'],
  }),
  exportSchedule: endpoint({
    ...staffCall,
    method: 'GET',
    path: '/api/schedule/export',
    summary: 'Export the draft of the schedule as a CSV file',
    answers: { 200: null },
    media: 'text/csv',
  }),
}
