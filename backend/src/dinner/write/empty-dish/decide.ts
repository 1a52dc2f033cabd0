import { type DinnerSession, isRunning } from '@ultimate/events/dinner/board.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import { dinnerRefusals } from '@ultimate/events/dinner/refusals.ts'
import { standingIn } from '@ultimate/events/dinner/standing.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { momentOf, type Signup } from '../signup.ts'

/** `session` is the dinner as it was read before the decision, `at` when the device says that it happened. */
export type EmptyDish = TimedCommand<'EmptyDish', { at: Date | null; session: DinnerSession }>

export function emptyDish({ data: { at, session }, metadata }: EmptyDish, signup: Signup): SignupEvent[] {
  if (signup.status === 'withdrawn') return dinnerRefusals.refuse('SIGNUP_NOT_FOUND')
  if (signup.status === 'expected') return dinnerRefusals.refuse('DISH_NOT_CHECKED_IN')
  if (signup.standing.dinner > session.dinner) dinnerRefusals.refuse('DINNER_WAS_RESET')
  const standing = standingIn(session.dinner, signup.standing)
  if (standing.emptiedAt !== null) return []
  if (!isRunning(session)) dinnerRefusals.refuse('DINNER_NOT_IN_PROGRESS')
  if (standing.place.zone !== 'buffet') dinnerRefusals.refuse('DISH_NOT_ON_BUFFET')
  const { dinner } = session
  return [{ type: 'DishEmptied', data: { dinner, at: momentOf(at, metadata.now, standing.since) } }]
}
