import { type DinnerSession, isRunning } from '@ultimate/events/dinner/board/board.ts'
import { isSamePlace, type Place, slotsOf } from '@ultimate/events/dinner/board/place.ts'
import { type Standing, standingIn } from '@ultimate/events/dinner/board/standing.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '@ultimate/events/language/command.ts'
import { trustOf } from '../reported-time.ts'
import { evolve, initialState, momentOf, type Signup } from '../signup.ts'

export interface MoveDishData extends Record<string, unknown> {
  readonly to: Place
  /** When the device says that it happened. */
  readonly at: Date | null
  readonly timeTrusted?: false
  /** The place at which the client saw the dish; null where it does not say. */
  readonly from?: Place | null
  /** The dinner as it was read before the decision. */
  readonly session: DinnerSession
}
export type MoveDish = TimedCommand<'MoveDish', MoveDishData>

/** Whether another dish holds the place is decided by the unique key of the board's rows. */
export function moveDish({ data, metadata }: MoveDish, signup: Signup): SignupEvent[] {
  const { to, at, session, from = null } = data
  const standing = standingOf(signup, session)
  if (session.finishedAt !== null) dinnerErrors.fail('DINNER_ALREADY_FINISHED')
  if (to.zone !== 'holding' && to.position >= slotsOf(session, to.zone))
    dinnerErrors.fail('NO_SUCH_PLACE', { position: dinnerErrors.registry.NO_SUCH_PLACE.message })
  if (standing.emptiedAt !== null) dinnerErrors.fail('DISH_FINISHED')
  if (isSamePlace(to, standing.place)) return []
  if (from !== null && !isSamePlace(from, standing.place)) dinnerErrors.fail('DISH_MOVED_MEANWHILE')
  const moment = momentOf(at, metadata.now, standing.since)
  return [{ type: 'DishMoved', data: { dinner: session.dinner, to, at: moment, ...trustOf(data) } }]
}

export const moveDishDecider = { decide: moveDish, evolve, initialState }

export interface EmptyDishData extends Record<string, unknown> {
  /** False takes an earlier Done back. */
  readonly emptied: boolean
  /** When the device says that it happened. */
  readonly at: Date | null
  readonly timeTrusted?: false
  /** The dinner as it was read before the decision. */
  readonly session: DinnerSession
}
export type EmptyDish = TimedCommand<'EmptyDish', EmptyDishData>

/** Whether another dish has taken the place meanwhile is decided by the unique key of the board's rows. */
export function emptyDish({ data: asked, metadata }: EmptyDish, signup: Signup): SignupEvent[] {
  const { emptied, at, session } = asked
  const standing = standingOf(signup, session)
  if (emptied === (standing.emptiedAt !== null)) return []
  const moment = momentOf(at, metadata.now, standing.since)
  const isLate = emptied && at !== null && wasRunningAt(session, moment)
  if (!isRunning(session) && !isLate) dinnerErrors.fail('DINNER_NOT_IN_PROGRESS')
  if (standing.place.zone !== 'buffet') dinnerErrors.fail('DISH_NOT_ON_BUFFET')
  const data = { dinner: session.dinner, at: moment, ...trustOf(asked) }
  return [{ type: emptied ? 'DishEmptied' : 'DishPutBack', data }]
}

/** A tray that was emptied before Finish is no leftover, although the device was offline then and says so only now. */
const wasRunningAt = ({ startedAt, finishedAt }: DinnerSession, moment: string): boolean =>
  startedAt !== null && startedAt <= moment && finishedAt !== null && moment < finishedAt

export const emptyDishDecider = { decide: emptyDish, evolve, initialState }

/** Where the dish stands in this dinner. Refuses one that is not here, and a dinner that was reset after it was read. */
function standingOf(signup: Signup, session: DinnerSession): Standing {
  if (signup.status === 'withdrawn') return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  if (signup.status === 'expected') return dinnerErrors.fail('DISH_NOT_CHECKED_IN')
  if (signup.standing.dinner > session.dinner) dinnerErrors.fail('DINNER_WAS_RESET')
  return standingIn(session.dinner, signup.standing)
}
