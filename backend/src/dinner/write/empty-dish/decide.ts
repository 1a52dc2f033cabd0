import { type DinnerSession, isRunning } from '@ultimate/events/dinner/board/board.ts'
import { standingIn } from '@ultimate/events/dinner/board/standing.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { trustOf } from '../reported-time.ts'
import { evolve, initialState, momentOf, type Signup } from '../signup.ts'

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
  if (signup.status === 'withdrawn') return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  if (signup.status === 'expected') return dinnerErrors.fail('DISH_NOT_CHECKED_IN')
  if (signup.standing.dinner > session.dinner) dinnerErrors.fail('DINNER_WAS_RESET')
  const standing = standingIn(session.dinner, signup.standing)
  if (emptied === (standing.emptiedAt !== null)) return []
  if (!isRunning(session)) dinnerErrors.fail('DINNER_NOT_IN_PROGRESS')
  if (standing.place.zone !== 'buffet') dinnerErrors.fail('DISH_NOT_ON_BUFFET')
  const data = { dinner: session.dinner, at: momentOf(at, metadata.now, standing.since), ...trustOf(asked) }
  return [{ type: emptied ? 'DishEmptied' : 'DishPutBack', data }]
}

export const emptyDishDecider = { decide: emptyDish, evolve, initialState }
