import { type Standing, standingIn } from '@ultimate/events/dinner/board/standing.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, momentOf, type Signup } from '../signup.ts'

export interface CheckInData extends Record<string, unknown> {
  readonly checkedIn: boolean
  readonly slotId: string
  readonly category: 'dishes' | 'serving'
  /** When the device says that it happened. */
  readonly at: Date | null
  /** Number of the present dinner, as it was read before the decision. */
  readonly dinner: number
}
export type CheckIn = TimedCommand<'CheckIn', CheckInData>

export function checkIn({ data, metadata }: CheckIn, signup: Signup): SignupEvent[] {
  if (signup.status === 'withdrawn') return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  if (data.checkedIn === (signup.status === 'checked-in')) return []
  if (!data.checkedIn) return undo(data.dinner, signup.standing)
  const { slotId, category } = data
  const at = momentOf(data.at, metadata.now, signup.standing.since)
  return [{ type: 'CheckedIn', data: { slotId, category, at } }]
}

/** A place taken in a dinner later than the one that was read counts as well: `standingIn` keeps it. */
function undo(dinner: number, standing: Standing): SignupEvent[] {
  const { place, emptiedAt } = standingIn(dinner, standing)
  if (place.zone !== 'holding' || emptiedAt !== null) dinnerErrors.fail('DISH_IN_USE')
  return [{ type: 'CheckInUndone', data: {} }]
}

export const checkInDecider = { decide: checkIn, evolve, initialState }
