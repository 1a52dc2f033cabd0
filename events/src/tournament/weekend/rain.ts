import type { TimedCommand } from '../../language/command.ts'
import { scheduleErrors } from '../errors.ts'
import type { ScheduleEvent } from './events.ts'
import { addMinutes, findTime, type Plan, type PlannedGame, type Round, venueIso } from './plan.ts'
import { evolve, gamesInPlay, initialState, type Schedule } from './schedule.ts'

/** `played` are the ids of games with a result: the commands below do not change these games. */
interface Played {
  readonly played: ReadonlySet<string>
}

const dayOf = (moment: string): string => venueIso(Date.parse(moment)).slice(0, 10)

/** Returns a test of whether something begins on the day of `from`, then or later. */
function beginsFrom(from: string): (start: string | undefined) => boolean {
  const since = Date.parse(from)
  return (start) => start !== undefined && Date.parse(start) >= since && dayOf(start) === dayOf(from)
}

/** Returns a test of whether a game is still to be played. */
const isToPlay =
  ({ played }: Played) =>
  ({ id, cancelled }: PlannedGame): boolean =>
    !cancelled && !played.has(id)

const idOf = ({ id }: { readonly id: string }): string => id

/** Lists the ids of games in any of the plans, because games of an unposted bracket are only in the draft. */
const listGameIds = (plans: readonly Plan[], isWanted: (game: PlannedGame, plan: Plan) => boolean): string[] => [
  ...new Set(plans.flatMap((plan) => plan.games.filter((game) => isWanted(game, plan)).map(idOf))),
]

export type DelaySchedule = TimedCommand<
  'DelaySchedule',
  Played & { readonly from: string; readonly minutes: number } & Record<string, unknown>
>

/** Rounds and games of a day, from a time on, begin so many minutes later; earlier where the number is negative. */
export function delaySchedule({ data }: DelaySchedule, { draft, published }: Schedule): ScheduleEvent[] {
  if (!published) return scheduleErrors.fail('SCHEDULE_NOT_PUBLISHED')
  const { from, minutes } = data
  const isFromThenOn = beginsFrom(from)
  const rounds = published.rounds.filter(({ start }) => isFromThenOn(start)).map(idOf)
  const games = listGameIds(
    [published, draft],
    (game, plan) => isToPlay(data)(game) && isFromThenOn(findTime(game, plan)?.start),
  )
  if (minutes === 0 || (rounds.length === 0 && games.length === 0)) return []
  return [{ type: 'ScheduleDelayed', data: { from, minutes, rounds, games } }]
}

export const delayScheduleDecider = { decide: delaySchedule, evolve, initialState }

export type CancelRound = TimedCommand<'CancelRound', Played & { readonly round: string } & Record<string, unknown>>

/** The games of a round that have no result are not played. They stay in their place, which other games may take too. */
export function cancelRound({ data }: CancelRound, schedule: Schedule): ScheduleEvent[] {
  if (!schedule.published) return scheduleErrors.fail('SCHEDULE_NOT_PUBLISHED')
  const { round } = data
  if (!schedule.published.rounds.some(({ id }) => id === round)) scheduleErrors.fail('ROUND_NOT_FOUND')
  const games = gamesInPlay(schedule)
    .filter(isToPlay(data))
    .filter((game) => game.round === round)
  return games.length === 0 ? [] : [{ type: 'RoundCancelled', data: { round, games: games.map(idOf) } }]
}

export const cancelRoundDecider = { decide: cancelRound, evolve, initialState }

export type ShortenRounds = TimedCommand<
  'ShortenRounds',
  Played & {
    readonly from: string
    readonly game_minutes: number
    readonly slot_minutes: number
  } & Record<string, unknown>
>

/** The rounds of a day, from a time on, follow each other faster, with shorter games. The first of them begins as before. */
export function shortenRounds({ data }: ShortenRounds, { draft, published }: Schedule): ScheduleEvent[] {
  if (!published) return scheduleErrors.fail('SCHEDULE_NOT_PUBLISHED')
  const { from, game_minutes, slot_minutes } = data
  if (slot_minutes < game_minutes)
    scheduleErrors.fail('SCHEDULE_SETTINGS', { slot_minutes: 'A round cannot be shorter than its games.' })
  const isFromThenOn = beginsFrom(from)
  const roundsBefore = published.rounds
    .filter(({ start }) => isFromThenOn(start))
    .toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start))
  const rounds = roundsBefore.map(({ id, day }, index): Round => {
    const start = addMinutes(roundsBefore[0]?.start ?? from, index * slot_minutes)
    return { id, day, start, end: addMinutes(start, game_minutes) }
  })
  const isSame = rounds.every(({ start, end }, index) => {
    const before = roundsBefore[index]
    return start === before?.start && end === before.end
  })
  if (isSame) return []
  const roundIds = new Set(rounds.map(idOf))
  const games = listGameIds([published, draft], (game) => isToPlay(data)(game) && roundIds.has(game.round ?? ''))
  return [{ type: 'RoundsShortened', data: { from, game_minutes, slot_minutes, rounds, games } }]
}

export const shortenRoundsDecider = { decide: shortenRounds, evolve, initialState }

export type UndoDelay = TimedCommand<'UndoDelay', Record<string, never>>

/** Undoes the last delay, cancellation or shortening that was not undone yet. */
export function undoDelay(_command: UndoDelay, { delays }: Schedule): ScheduleEvent[] {
  return delays.length === 0 ? scheduleErrors.fail('NOTHING_TO_UNDO') : [{ type: 'ScheduleDelayUndone', data: {} }]
}

export const undoDelayDecider = { decide: undoDelay, evolve, initialState }
