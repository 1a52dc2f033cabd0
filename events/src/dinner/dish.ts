import type { TimedCommand } from '../language/command.ts'
import { buildTrust, limitMoment } from '../language/reported-time.ts'
import { type DishState, dishIn } from './dish-state.ts'
import { dinnerErrors } from './errors.ts'
import type { SignupEvent } from './events.ts'
import { countSlots, type DishPlace, isSamePlace } from './place.ts'
import { type DinnerSession, isRunning } from './session.ts'
import { evolve, initialState, type SignupState } from './signup-state.ts'

export interface MoveDishData extends Record<string, unknown> {
  readonly to: DishPlace
  /** The moment it happened, by the device's clock. */
  readonly at: Date | null
  readonly timeTrusted?: false
  /** The place at which the client saw the dish; null where it does not send one. */
  readonly from?: DishPlace | null
  /** The dinner as it was read before the decision. */
  readonly session: DinnerSession
}
export type MoveDish = TimedCommand<'MoveDish', MoveDishData>

/** The unique key of the board's rows decides whether another dish holds the place. */
export function moveDish({ data, metadata }: MoveDish, signup: SignupState): SignupEvent[] {
  const { to, at, session, from = null } = data
  const dish = requireDish(signup, session)
  if (session.finishedAt !== null) dinnerErrors.fail('DINNER_ALREADY_FINISHED')
  if (to.zone !== 'holding' && to.position >= countSlots(session, to.zone))
    dinnerErrors.fail('NO_SUCH_PLACE', { position: dinnerErrors.registry.NO_SUCH_PLACE.message })
  if (dish.emptiedAt !== null) dinnerErrors.fail('DISH_FINISHED')
  if (isSamePlace(to, dish.place)) return []
  if (from !== null && !isSamePlace(from, dish.place)) dinnerErrors.fail('DISH_MOVED_MEANWHILE')
  const moment = limitMoment(at, metadata.now, dish.since)
  return [{ type: 'DishMoved', data: { dinner: session.dinner, to, at: moment, ...buildTrust(data) } }]
}

export const moveDishDecider = { decide: moveDish, evolve, initialState }

export interface EmptyDishData extends Record<string, unknown> {
  /** False takes an earlier Done back. */
  readonly emptied: boolean
  /** The moment it happened, by the device's clock. */
  readonly at: Date | null
  readonly timeTrusted?: false
  /** The dinner as it was read before the decision. */
  readonly session: DinnerSession
}
export type EmptyDish = TimedCommand<'EmptyDish', EmptyDishData>

/** The unique key of the board's rows decides whether another dish has taken the place meanwhile. */
export function emptyDish({ data: asked, metadata }: EmptyDish, signup: SignupState): SignupEvent[] {
  const { emptied, at, session } = asked
  const dish = requireDish(signup, session)
  if (emptied === (dish.emptiedAt !== null)) return []
  const moment = limitMoment(at, metadata.now, dish.since)
  const isLate = emptied && at !== null && wasRunningAt(session, moment)
  if (!isRunning(session) && !isLate) dinnerErrors.fail('DINNER_NOT_IN_PROGRESS')
  if (dish.place.zone !== 'buffet') dinnerErrors.fail('DISH_NOT_ON_BUFFET')
  const data = { dinner: session.dinner, at: moment, ...buildTrust(asked) }
  return [{ type: emptied ? 'DishEmptied' : 'DishPutBack', data }]
}

/** A tray that was emptied before Finish is no leftover, although the device was offline then and reports it only now. */
const wasRunningAt = ({ startedAt, finishedAt }: DinnerSession, moment: string): boolean =>
  startedAt !== null && startedAt <= moment && finishedAt !== null && moment < finishedAt

export const emptyDishDecider = { decide: emptyDish, evolve, initialState }

/** Returns the dish in this dinner. Refuses one that is not here, and a dinner that was reset after it was read. */
function requireDish(signup: SignupState, session: DinnerSession): DishState {
  if (signup.status === 'canceled') return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  if (signup.status === 'expected') return dinnerErrors.fail('DISH_NOT_CHECKED_IN')
  if (signup.dish.dinner > session.dinner) dinnerErrors.fail('DINNER_WAS_RESET')
  return dishIn(session.dinner, signup.dish)
}
