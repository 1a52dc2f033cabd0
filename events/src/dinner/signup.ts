import type { TimedCommand } from '../language/command.ts'
import { limitMoment, pickTimeTrusted, type ReportedTime } from '../language/reported-time.ts'
import { dinnerErrors } from './errors.ts'
import type { SignupEvent } from './events.ts'
import { type DinnerSession, isRunning } from './session.ts'

/** The zones of the board. */
export const zones = ['holding', 'warming', 'buffet'] as const
export type Zone = (typeof zones)[number]

export const zoneLabels: Readonly<Record<Zone, string>> = { holding: 'Holding', warming: 'Warming', buffet: 'Buffet' }

/** The place of a dish on the board. In Holding, dishes have no positions. */
export type DishPlace =
  | { readonly zone: 'holding' }
  | { readonly zone: 'warming' | 'buffet'; readonly position: number }

export const positionOf = (at: DishPlace): number | null => (at.zone === 'holding' ? null : at.position)

export const isSamePlace = (one: DishPlace, other: DishPlace): boolean =>
  one.zone === other.zone && positionOf(one) === positionOf(other)

/** Returns the name of a place for the board and its errors: `Buffet 3`. */
export const placeName = (at: DishPlace): string =>
  at.zone === 'holding' ? zoneLabels.holding : `${zoneLabels[at.zone]} ${at.position + 1}`

/** A stay of a dish on the buffet, in ISO moments; `to` is null while the stay lasts. */
export interface Stay {
  readonly from: string
  readonly to: string | null
}

/** The state of a dish in one dinner. In each dinner, a dish begins in Holding. */
export interface DishState {
  readonly dinner: number
  readonly place: DishPlace
  readonly stays: readonly Stay[]
  /** The moment when the tray was emptied; null while the tray is not empty. */
  readonly emptiedAt: string | null
  /** The moment of the dish's last event in this dinner; the next event gets no earlier moment. */
  readonly since: string | null
}

export const unmoved: DishState = {
  dinner: 0,
  place: { zone: 'holding' },
  stays: [],
  emptiedAt: null,
  since: null,
}

/** Returns an unmoved dish if the dish's last event is of an earlier dinner than this one. */
export const advanceToDinner = (dinner: number, dish: DishState): DishState =>
  dish.dinner >= dinner ? dish : { ...unmoved, dinner }

/** Folds the events of a dish, for decisions and read models alike. Ignores late events of an earlier dinner. */
export function evolveDish(before: DishState, event: SignupEvent): DishState {
  if (!isDishEvent(event)) return before
  const { dinner, at } = event.data
  if (dinner < before.dinner) return before
  const dish = advanceToDinner(dinner, before)
  if (event.type === 'DishEmptied') return { ...dish, stays: endStay(dish.stays, at), emptiedAt: at, since: at }
  if (event.type === 'DishPutBack') return putBack(dish, at)
  const { to } = event.data
  const stays = to.zone === 'buffet' ? beginStay(dish.stays, at) : endStay(dish.stays, at)
  return { ...dish, place: to, stays, emptiedAt: null, since: at }
}

type DishEvent = Extract<SignupEvent, { type: 'DishMoved' | 'DishEmptied' | 'DishPutBack' }>

const isDishEvent = (event: SignupEvent): event is DishEvent =>
  event.type === 'DishMoved' || event.type === 'DishEmptied' || event.type === 'DishPutBack'

/** Continues the stay that `DishEmptied` ended, because the tray has not moved. */
function putBack(dish: DishState, at: string): DishState {
  const last = dish.stays.at(-1)
  if (dish.emptiedAt === null || !last) return dish
  return { ...dish, stays: [...dish.stays.slice(0, -1), { ...last, to: null }], emptiedAt: null, since: at }
}

/** A move within the buffet continues the last stay. */
function beginStay(stays: readonly Stay[], at: string): readonly Stay[] {
  return stays.at(-1)?.to === null ? stays : [...stays, { from: at, to: null }]
}

function endStay(stays: readonly Stay[], at: string): readonly Stay[] {
  const last = stays.at(-1)
  return last?.to === null ? [...stays.slice(0, -1), { ...last, to: at }] : stays
}

/** True where a dish is in Holding as of this dinner; see {@link advanceToDinner}. */
export function isInHolding(dinner: number, dish: DishState): boolean {
  const { place, emptiedAt } = advanceToDinner(dinner, dish)
  return place.zone === 'holding' && emptiedAt === null
}

/**
 * The state of a sign-up, folded from its own stream. The stream is empty at first, because `SignedUp` and `WalkedIn`
 * are events of the slot. For a walk-in, `CheckedIn` is appended at once.
 */
export type SignupState =
  | { readonly status: 'expected'; readonly dish: DishState }
  | { readonly status: 'checked-in'; readonly at: string; readonly dish: DishState }
  | { readonly status: 'canceled'; readonly removedArrival: RemovedArrivalState }

/** The check-in of a canceled sign-up: it happened before the cancellation, and the server received it afterwards. */
export type RemovedArrivalState =
  | { readonly status: 'none' | 'dismissed' }
  | { readonly status: 'undecided'; readonly at: string }

export const initialState = (): SignupState => ({ status: 'expected', dish: unmoved })

export function evolve(signup: SignupState, event: SignupEvent): SignupState {
  if (signup.status === 'canceled') return evolveCanceled(signup, event)
  const { dish } = signup
  switch (event.type) {
    case 'CheckedIn':
      return { status: 'checked-in', at: event.data.at, dish }
    case 'CheckInUndone':
      return { status: 'expected', dish }
    case 'SignupWithdrawn':
      return { status: 'canceled', removedArrival: { status: 'none' } }
    default:
      return { ...signup, dish: evolveDish(dish, event) }
  }
}

function evolveCanceled(signup: Extract<SignupState, { status: 'canceled' }>, event: SignupEvent): SignupState {
  switch (event.type) {
    case 'SignupReinstated': {
      // `standing`, a stored name, is the state of the dish before the cancellation.
      const { arrival } = event.data
      return arrival ? { status: 'checked-in', at: arrival.at, dish: arrival.standing } : initialState()
    }
    case 'RemovedSignupCheckedIn':
      return { ...signup, removedArrival: { status: 'undecided', at: event.data.at } }
    case 'CheckInUndone':
      return { ...signup, removedArrival: { status: 'none' } }
    case 'ArrivalDismissed':
      return { ...signup, removedArrival: { status: 'dismissed' } }
    case 'ArrivalRestored':
      return signup.removedArrival.status === 'undecided'
        ? { status: 'checked-in', at: signup.removedArrival.at, dish: unmoved }
        : signup
    default:
      return signup
  }
}

// `SignupWithdrawn` and `SignupReinstated` are decided in cancel-signup.ts.

export const signupStream = (id: string): string => `signup-${id}`

export const signupIdOf = (stream: string): string => stream.slice('signup-'.length)

export type CheckInData = ReportedTime & {
  readonly checkedIn: boolean
  readonly slotId: string
  readonly category: 'dishes' | 'serving'
  /** The moment of the cancellation; absent if the route found the sign-up not canceled. */
  readonly canceledAt?: Date
  /** The number of the present dinner, as read before the decision. */
  readonly dinner: number
}
export type CheckIn = TimedCommand<'CheckIn', CheckInData>

export function checkIn({ data, metadata }: CheckIn, signup: SignupState): SignupEvent[] {
  if (signup.status === 'canceled')
    return data.checkedIn
      ? recordRemovedArrival(data, metadata.now, signup.removedArrival)
      : undoRemovedArrival(data, signup.removedArrival)
  const isCheckedIn = signup.status === 'checked-in'
  if (data.checkedIn === isCheckedIn) return []
  if (!data.checkedIn) return undoCheckIn(data, signup.dish)
  const at = limitMoment(data.at, { now: metadata.now, notBefore: signup.dish.since })
  return [{ type: 'CheckedIn', data: buildCheckIn(data, at) }]
}

const buildCheckIn = (data: CheckInData, at: string) => ({
  slotId: data.slotId,
  category: data.category,
  at,
  ...pickTimeTrusted(data),
})

function undoCheckIn(data: CheckInData, dish: DishState): SignupEvent[] {
  if (!isInHolding(data.dinner, dish)) dinnerErrors.fail('DISH_IN_USE')
  return [{ type: 'CheckInUndone', data: pickTimeTrusted(data) }]
}

/** Records a check-in that happened before the cancellation. Rejects a later check-in. */
function recordRemovedArrival(data: CheckInData, now: Date, removedArrival: RemovedArrivalState): SignupEvent[] {
  const { at: reportedAt, canceledAt } = data
  // Without a reported time the check-in happens now, so after the cancellation.
  const happenedBefore = reportedAt !== null && canceledAt !== undefined && reportedAt < canceledAt
  // If the cancellation came after the route had read the sign-up, this error makes the route read again.
  if (!happenedBefore) return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  // The check-in was recorded already: it is undecided or dismissed.
  if (removedArrival.status !== 'none') return []
  return [{ type: 'RemovedSignupCheckedIn', data: buildCheckIn(data, limitMoment(reportedAt, { now })) }]
}

function undoRemovedArrival(data: CheckInData, { status }: RemovedArrivalState): SignupEvent[] {
  if (status !== 'undecided') dinnerErrors.fail('SIGNUP_NOT_FOUND')
  return [{ type: 'CheckInUndone', data: pickTimeTrusted(data) }]
}

export const checkInDecider = { decide: checkIn, evolve, initialState }

/** Decides on the check-in of a canceled sign-up: the sign-up is restored, or the check-in dismissed. */
export type DecideArrival = TimedCommand<'DecideArrival', { decision: 'restore' | 'dismiss' }>

/** Of two decisions the first counts, and the second fails. */
export function decideArrival({ data: { decision } }: DecideArrival, signup: SignupState): SignupEvent[] {
  if (signup.status !== 'canceled' || signup.removedArrival.status !== 'undecided')
    return dinnerErrors.fail('NOT_UNDECIDED')
  return [{ type: decision === 'restore' ? 'ArrivalRestored' : 'ArrivalDismissed', data: {} }]
}

export const decideArrivalDecider = { decide: decideArrival, evolve, initialState }

/** Undoes a dismissal, so that staff decide again. */
export type ReopenArrival = TimedCommand<
  'ReopenArrival',
  Extract<SignupEvent, { type: 'RemovedSignupCheckedIn' }>['data']
>

export function reopenArrival({ data }: ReopenArrival, signup: SignupState): SignupEvent[] {
  const isDismissed = signup.status === 'canceled' && signup.removedArrival.status === 'dismissed'
  return isDismissed ? [{ type: 'RemovedSignupCheckedIn', data }] : []
}

export const reopenArrivalDecider = { decide: reopenArrival, evolve, initialState }

export type MoveDishData = ReportedTime & {
  readonly to: DishPlace
  /** The place where the client saw the dish; null where the client does not send the place. */
  readonly from?: DishPlace | null
  /** The dinner as read before the decision. */
  readonly session: DinnerSession
}
export type MoveDish = TimedCommand<'MoveDish', MoveDishData>

/** Does not check whether another dish has the place: a unique index of the read model rejects that. */
export function moveDish({ data, metadata }: MoveDish, signup: SignupState): SignupEvent[] {
  const { to, at, session, from = null } = data
  const dish = requireDish(signup, session)
  if (session.finishedAt !== null) dinnerErrors.fail('DINNER_ALREADY_FINISHED')
  if (to.zone !== 'holding' && to.position >= countPlaces(session, to.zone))
    dinnerErrors.fail('NO_SUCH_PLACE', { position: dinnerErrors.registry.NO_SUCH_PLACE.message })
  if (dish.emptiedAt !== null) dinnerErrors.fail('DISH_FINISHED')
  if (isSamePlace(to, dish.place)) return []
  if (from !== null && !isSamePlace(from, dish.place)) dinnerErrors.fail('DISH_MOVED_MEANWHILE')
  const moment = limitMoment(at, { now: metadata.now, notBefore: dish.since })
  return [{ type: 'DishMoved', data: { dinner: session.dinner, to, at: moment, ...pickTimeTrusted(data) } }]
}

const countPlaces = (session: DinnerSession, zone: 'warming' | 'buffet'): number =>
  zone === 'warming' ? session.warmingSlots : session.buffetSlots

export const moveDishDecider = { decide: moveDish, evolve, initialState }

export type EmptyDishData = ReportedTime & {
  /** False puts a dish back that was marked as done by mistake. */
  readonly emptied: boolean
  /** The dinner as read before the decision. */
  readonly session: DinnerSession
}
export type EmptyDish = TimedCommand<'EmptyDish', EmptyDishData>

/** If a dish that is put back finds another dish in its place, a unique index of the read model rejects the event. */
export function emptyDish({ data, metadata }: EmptyDish, signup: SignupState): SignupEvent[] {
  const { emptied, at, session } = data
  const dish = requireDish(signup, session)
  if (emptied === (dish.emptiedAt !== null)) return []
  const moment = limitMoment(at, { now: metadata.now, notBefore: dish.since })
  // An offline device may report after Finish that a dish was emptied before. Then the dish is no leftover.
  const wasEmptiedInTime = emptied && at !== null && wasRunningAt(session, moment)
  if (!isRunning(session) && !wasEmptiedInTime) dinnerErrors.fail('DINNER_NOT_IN_PROGRESS')
  if (dish.place.zone !== 'buffet') dinnerErrors.fail('DISH_NOT_ON_BUFFET')
  const eventData = { dinner: session.dinner, at: moment, ...pickTimeTrusted(data) }
  return [{ type: emptied ? 'DishEmptied' : 'DishPutBack', data: eventData }]
}

/** True where the dinner is finished, and the moment lies between its Start and its Finish. */
const wasRunningAt = ({ startedAt, finishedAt }: DinnerSession, moment: string): boolean =>
  startedAt !== null && startedAt <= moment && finishedAt !== null && moment < finishedAt

export const emptyDishDecider = { decide: emptyDish, evolve, initialState }

/** Returns the dish as of this dinner. Rejects a sign-up that is not checked in. */
function requireDish(signup: SignupState, session: DinnerSession): DishState {
  if (signup.status === 'canceled') return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  if (signup.status === 'expected') return dinnerErrors.fail('DISH_NOT_CHECKED_IN')
  // The dinner was reset after the route had read the session.
  if (signup.dish.dinner > session.dinner) dinnerErrors.fail('DINNER_WAS_RESET')
  return advanceToDinner(session.dinner, signup.dish)
}
