import type { TimedCommand } from '../language/command.ts'
import { buildTrust, limitMoment } from '../language/reported-time.ts'
import { dinnerErrors } from './errors.ts'
import type { SignupEvent } from './events.ts'
import { type Arrival, type DishState, evolve, initialState, isInHolding, type SignupState } from './signup-state.ts'

export interface CheckInData extends Record<string, unknown> {
  readonly checkedIn: boolean
  readonly slotId: string
  readonly category: 'dishes' | 'serving'
  /** The moment it happened, by the device's clock. */
  readonly at: Date | null
  readonly timeTrusted?: false
  /** The moment the sign-up was removed, where the caller knows that it was. */
  readonly removedAt?: Date
  /** Number of the present dinner, as it was read before the decision. */
  readonly dinner: number
}
export type CheckIn = TimedCommand<'CheckIn', CheckInData>

export function checkIn({ data, metadata }: CheckIn, signup: SignupState): SignupEvent[] {
  if (signup.status === 'canceled') return checkInRemoved(data, metadata.now, signup.arrival)
  if (data.checkedIn === (signup.status === 'checked-in')) return []
  if (!data.checkedIn) return undo(data, signup.dish)
  return [{ type: 'CheckedIn', data: buildArrival(data, limitMoment(data.at, metadata.now, signup.dish.since)) }]
}

const buildArrival = (data: CheckInData, at: string) => ({
  slotId: data.slotId,
  category: data.category,
  at,
  ...buildTrust(data),
})

function undo(data: CheckInData, dish: DishState): SignupEvent[] {
  if (!isInHolding(data.dinner, dish)) dinnerErrors.fail('DISH_IN_USE')
  return [{ type: 'CheckInUndone', data: buildTrust(data) }]
}

/** Records an arrival from before the removal of the sign-up, because it did happen. Refuses a later one. */
function checkInRemoved(data: CheckInData, now: Date, arrival: Arrival): SignupEvent[] {
  const isUndecided = arrival.status === 'undecided'
  if (!data.checkedIn && isUndecided) return [{ type: 'CheckInUndone', data: buildTrust(data) }]
  const at = limitMoment(data.at, now, null)
  const cameBefore = data.checkedIn && data.at !== null && data.removedAt !== undefined && data.at < data.removedAt
  if (!cameBefore) return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  return arrival.status === 'none' ? [{ type: 'RemovedSignupCheckedIn', data: buildArrival(data, at) }] : []
}

export const checkInDecider = { decide: checkIn, evolve, initialState }

/** Restores or dismisses a person who was checked in by a device that did not know that their sign-up was removed. */
export type DecideArrival = TimedCommand<'DecideArrival', { decision: 'restore' | 'dismiss' }>

/** The first of two decisions counts; the second fails. */
export function decideArrival({ data: { decision } }: DecideArrival, signup: SignupState): SignupEvent[] {
  if (signup.status !== 'canceled' || signup.arrival.status !== 'undecided') return dinnerErrors.fail('NOT_UNDECIDED')
  return [{ type: decision === 'restore' ? 'ArrivalRestored' : 'ArrivalDismissed', data: {} }]
}

export const decideArrivalDecider = { decide: decideArrival, evolve, initialState }

/** Undoes a dismissal: staff decide again. */
export type ReopenArrival = TimedCommand<
  'ReopenArrival',
  Extract<SignupEvent, { type: 'RemovedSignupCheckedIn' }>['data']
>

export function reopenArrival({ data }: ReopenArrival, signup: SignupState): SignupEvent[] {
  const isDismissed = signup.status === 'canceled' && signup.arrival.status === 'dismissed'
  return isDismissed ? [{ type: 'RemovedSignupCheckedIn', data }] : []
}

export const reopenArrivalDecider = { decide: reopenArrival, evolve, initialState }
