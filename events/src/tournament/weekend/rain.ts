import type { TimedCommand } from '../../language/command.ts'
import { scheduleErrors } from '../errors.ts'
import type { ScheduleEvent } from './events.ts'
import { addMinutes, findTime, type Plan, type PlannedGame, type Round, venueIso } from './plan.ts'
import { evolve, gamesInPlay, initialState, type Schedule } from './schedule.ts'

/** `played` are the games with a result: nothing here changes them. */
interface Played {
  readonly played: ReadonlySet<string>
}

const dayOf = (moment: string): string => venueIso(Date.parse(moment)).slice(0, 10)

/** Returns a test of whether something begins on the day of `from`, then or later. */
function beginsFrom(from: string): (start: string | undefined) => boolean {
  const since = Date.parse(from)
  return (start) => start !== undefined && Date.parse(start) >= since && dayOf(start) === dayOf(from)
}

const isOpen =
  ({ played }: Played) =>
  ({ id, cancelled }: PlannedGame): boolean =>
    !cancelled && !played.has(id)

const idOf = ({ id }: { readonly id: string }): string => id

/** Ids of the games that are found in what is public, or in the draft alone, such as those of a bracket to be posted. */
const findIn = (plans: readonly Plan[], find: (game: PlannedGame, plan: Plan) => boolean): string[] => [
  ...new Set(plans.flatMap((plan) => plan.games.filter((game) => find(game, plan)).map(idOf))),
]

export type DelaySchedule = TimedCommand<
  'DelaySchedule',
  Played & { readonly from: string; readonly minutes: number } & Record<string, unknown>
>

/** Rounds and games of a day, from a time on, begin so many minutes later; earlier where the number is negative. */
export function delaySchedule({ data }: DelaySchedule, { draft, published }: Schedule): ScheduleEvent[] {
  if (!published) return scheduleErrors.fail('SCHEDULE_NOT_PUBLISHED')
  const { from, minutes } = data
  const isLater = beginsFrom(from)
  const rounds = published.rounds.filter(({ start }) => isLater(start)).map(idOf)
  const isToPlay = isOpen(data)
  const games = findIn([published, draft], (game, plan) => isToPlay(game) && isLater(findTime(game, plan)?.start))
  if (minutes === 0 || (rounds.length === 0 && games.length === 0)) return []
  return [{ type: 'ScheduleDelayed', data: { from, minutes, rounds, games } }]
}

export const delayScheduleDecider = { decide: delaySchedule, evolve, initialState }

export type CancelRound = TimedCommand<'CancelRound', Played & { readonly round: string } & Record<string, unknown>>

/** The games of a round that have no result are not played. They keep their place, which others may take. */
export function cancelRound({ data }: CancelRound, schedule: Schedule): ScheduleEvent[] {
  if (!schedule.published) return scheduleErrors.fail('SCHEDULE_NOT_PUBLISHED')
  const { round } = data
  if (!schedule.published.rounds.some(({ id }) => id === round)) scheduleErrors.fail('ROUND_NOT_FOUND')
  const games = gamesInPlay(schedule)
    .filter(isOpen(data))
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
  const isLater = beginsFrom(from)
  const before = published.rounds
    .filter(({ start }) => isLater(start))
    .toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start))
  const rounds = before.map(({ id, day }, index): Round => {
    const start = addMinutes(before[0]?.start ?? from, index * slot_minutes)
    return { id, day, start, end: addMinutes(start, game_minutes) }
  })
  if (rounds.every(({ start, end }, index) => start === before[index]?.start && end === before[index].end)) return []
  const shorter = new Set(rounds.map(idOf))
  const isToPlay = isOpen(data)
  const games = findIn([published, draft], (game) => isToPlay(game) && shorter.has(game.round ?? ''))
  return [{ type: 'RoundsShortened', data: { from, game_minutes, slot_minutes, rounds, games } }]
}

export const shortenRoundsDecider = { decide: shortenRounds, evolve, initialState }

export type UndoDelay = TimedCommand<'UndoDelay', Record<string, never>>

/** Takes back the last of these changes that was not taken back yet. */
export function undoDelay(_command: UndoDelay, { delays }: Schedule): ScheduleEvent[] {
  return delays.length === 0 ? scheduleErrors.fail('NOTHING_TO_UNDO') : [{ type: 'ScheduleDelayUndone', data: {} }]
}

export const undoDelayDecider = { decide: undoDelay, evolve, initialState }
