import type { TimedCommand } from '../language/command.ts'
import { type DomainError, findRefusal } from '../language/domain-error.ts'
import { buildTrust, limitMoment } from '../language/reported-time.ts'
import type { BoardDish, BoardState } from './board.ts'
import { dinnerErrors } from './errors.ts'
import type { SignupEvent } from './events.ts'
import { type DinnerSession, isRunning } from './session.ts'

/** The zones of the board. In Holding dishes have no place of their own. */
export const zones = ['holding', 'warming', 'buffet'] as const
export type Zone = (typeof zones)[number]

export const zoneLabels: Readonly<Record<Zone, string>> = { holding: 'Holding', warming: 'Warming', buffet: 'Buffet' }

export type DishPlace =
  | { readonly zone: 'holding' }
  | { readonly zone: 'warming' | 'buffet'; readonly position: number }

export const positionOf = (at: DishPlace): number | null => (at.zone === 'holding' ? null : at.position)

export const isSamePlace = (one: DishPlace, other: DishPlace): boolean =>
  one.zone === other.zone && positionOf(one) === positionOf(other)

/** Returns the name of a place for the board and its errors: `Buffet 3`. */
export const placeName = (at: DishPlace): string =>
  at.zone === 'holding' ? zoneLabels.holding : `${zoneLabels[at.zone]} ${at.position + 1}`

/** A time on the buffet; `to` is null while it lasts. ISO moments. */
export interface Stay {
  readonly from: string
  readonly to: string | null
}

/** The place of a dish in the dinner of that number, and how it got there. In any later dinner it begins in Holding. */
export interface DishState {
  readonly dinner: number
  readonly place: DishPlace
  readonly stays: readonly Stay[]
  /** The moment its tray was emptied; null while there is something in it. */
  readonly emptiedAt: string | null
  /** Moment of the last thing that happened to it in this dinner; no later fact lies before it. */
  readonly since: string | null
}

export const unmoved: DishState = {
  dinner: 0,
  place: { zone: 'holding' },
  stays: [],
  emptiedAt: null,
  since: null,
}

/** Its state in a dinner; facts of an earlier dinner do not count. */
export const dishIn = (dinner: number, dish: DishState): DishState =>
  dish.dinner >= dinner ? dish : { ...unmoved, dinner }

/** The one reading of a dish's moves, used by decisions and by read models. Total; facts of an earlier dinner that come late change nothing. */
export function evolveDish(before: DishState, event: SignupEvent): DishState {
  if (!isDishEvent(event)) return before
  const { dinner, at } = event.data
  if (dinner < before.dinner) return before
  const dish = dishIn(dinner, before)
  if (event.type === 'DishEmptied') return { ...dish, stays: ended(dish.stays, at), emptiedAt: at, since: at }
  if (event.type === 'DishPutBack') return putBack(dish, at)
  const { to } = event.data
  const stays = to.zone === 'buffet' ? begun(dish.stays, at) : ended(dish.stays, at)
  return { ...dish, place: to, stays, emptiedAt: null, since: at }
}

type DishEvent = Extract<SignupEvent, { type: 'DishMoved' | 'DishEmptied' | 'DishPutBack' }>

const isDishEvent = (event: SignupEvent): event is DishEvent =>
  event.type === 'DishMoved' || event.type === 'DishEmptied' || event.type === 'DishPutBack'

/** The tray stayed where it was: the stay that Done had ended goes on. */
function putBack(dish: DishState, at: string): DishState {
  const last = dish.stays.at(-1)
  if (dish.emptiedAt === null || !last) return dish
  return { ...dish, stays: [...dish.stays.slice(0, -1), { ...last, to: null }], emptiedAt: null, since: at }
}

/** From one place of the buffet to another is still the same stay. */
function begun(stays: readonly Stay[], at: string): readonly Stay[] {
  return stays.at(-1)?.to === null ? stays : [...stays, { from: at, to: null }]
}

function ended(stays: readonly Stay[], at: string): readonly Stay[] {
  const last = stays.at(-1)
  return last?.to === null ? [...stays.slice(0, -1), { ...last, to: at }] : stays
}

/** True where a dish is not used yet. A place taken in a later dinner than the given one counts as well. */
export function isInHolding(dinner: number, dish: DishState): boolean {
  const { place, emptiedAt } = dishIn(dinner, dish)
  return place.zone === 'holding' && emptiedAt === null
}

/**
 * A sign-up from its check-in on. `expected` is also the state of an empty stream: signing up is a fact of the
 * slot's stream.
 */
export type SignupState =
  | { readonly status: 'expected'; readonly dish: DishState }
  | { readonly status: 'checked-in'; readonly at: string; readonly dish: DishState }
  | { readonly status: 'canceled'; readonly arrival: Arrival }
/**
 * A check-in that came in after the removal, but had happened before it. Once it is dismissed, other devices that
 * report it change nothing.
 */
export type Arrival =
  | { readonly status: 'none' | 'dismissed' }
  | { readonly status: 'undecided'; readonly at: string; readonly slotId: string }

export const initialState = (): SignupState => ({ status: 'expected', dish: unmoved })

export function evolve(signup: SignupState, event: SignupEvent): SignupState {
  if (signup.status === 'canceled') return evolveRemoved(signup, event)
  const { dish } = signup
  switch (event.type) {
    case 'CheckedIn':
      return { status: 'checked-in', at: event.data.at, dish }
    case 'CheckInUndone':
      return { status: 'expected', dish }
    case 'SignupWithdrawn':
      return { status: 'canceled', arrival: { status: 'none' } }
    default:
      return { ...signup, dish: evolveDish(dish, event) }
  }
}

function evolveRemoved(signup: Extract<SignupState, { status: 'canceled' }>, event: SignupEvent): SignupState {
  switch (event.type) {
    case 'SignupReinstated': {
      const { arrival } = event.data
      return arrival ? { status: 'checked-in', at: arrival.at, dish: arrival.standing } : initialState()
    }
    case 'RemovedSignupCheckedIn':
      return { ...signup, arrival: { status: 'undecided', at: event.data.at, slotId: event.data.slotId } }
    case 'CheckInUndone':
      return { ...signup, arrival: { status: 'none' } }
    case 'ArrivalDismissed':
      return { ...signup, arrival: { status: 'dismissed' } }
    case 'ArrivalRestored':
      return signup.arrival.status === 'undecided'
        ? { status: 'checked-in', at: signup.arrival.at, dish: unmoved }
        : signup
    default:
      return signup
  }
}

export const signupStream = (id: string): string => `signup-${id}`

export const signupIdOf = (stream: string): string => stream.slice('signup-'.length)

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

const countSlots = (layout: DinnerSession, zone: 'warming' | 'buffet'): number =>
  zone === 'warming' ? layout.warmingSlots : layout.buffetSlots

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

/** An act of staff on one dish of the board. */
export type DishCommand =
  | { readonly kind: 'move'; readonly dish: string; readonly to: DishPlace }
  | { readonly kind: 'done' | 'put back'; readonly dish: string }

/** Returns the place of a dish; null where it is done, or not on the board. */
export function findPlace({ session, dishes }: BoardState, id: string): DishPlace | null {
  const dish = dishes.find((one) => one.id === id)
  return dish ? heldPlace(dish, session) : null
}

const heldPlace = ({ state }: BoardDish, { dinner }: DinnerSession): DishPlace | null => {
  const { place, emptiedAt } = dishIn(dinner, state)
  return emptiedAt === null ? place : null
}

/** The dish that holds a place; undefined where it is free, as Holding always is. */
export function findHolder<Dish extends BoardDish>({ session, dishes }: BoardState<Dish>, place: DishPlace) {
  if (place.zone === 'holding') return undefined
  return dishes.find((dish) => {
    const held = heldPlace(dish, session)
    return held !== null && isSamePlace(held, place)
  })
}

/** The state of a sign-up as the board shows it: only dishes that are checked in are on it. */
export function findSignup({ dishes }: BoardState, id: string): SignupState {
  const dish = dishes.find((one) => one.id === id)
  return dish ? { status: 'checked-in', at: dish.checkedInAt, dish: dish.state } : initialState()
}

/** Decides a command by the rules of a dish. @throws DomainError where they refuse it */
function decideOnBoard(board: BoardState, command: DishCommand, now: Date): SignupEvent[] {
  const { session } = board
  const signup = findSignup(board, command.dish)
  const asked = { at: null, session }
  const metadata = { now }
  if (command.kind === 'move')
    return moveDish({ type: 'MoveDish', data: { ...asked, to: command.to }, metadata }, signup)
  return emptyDish({ type: 'EmptyDish', data: { ...asked, emptied: command.kind === 'done' }, metadata }, signup)
}

/** The board after a command; as it is where the rules refuse that. What others hold is left to `findBoardRefusal`. */
export function applyCommand<Dish extends BoardDish>(board: BoardState<Dish>, command: DishCommand, now: Date) {
  let events: readonly SignupEvent[] = []
  findRefusal(() => {
    events = decideOnBoard(board, command, now)
  })
  if (events.length === 0) return board
  const dishes = board.dishes.map((dish) =>
    dish.id === command.dish ? { ...dish, state: events.reduce(evolveDish, dish.state) } : dish,
  )
  return { ...board, dishes }
}

/** True where a command is not refused on this board, and changes it. */
export const changesBoard = (board: BoardState, command: DishCommand): boolean =>
  findBoardRefusal(board, command) === null && applyCommand(board, command, new Date(0)) !== board

/**
 * Why a command is refused on this board; null where it is not, or changes nothing. That another dish holds the place
 * is decided in the end by a unique key of the server's database, since two may ask at once.
 */
export const findBoardRefusal = (board: BoardState, command: DishCommand): DomainError | null =>
  findRefusal(() => {
    const now = new Date(0)
    if (decideOnBoard(board, command, now).length === 0) return
    const place = findPlace(applyCommand(board, command, now), command.dish)
    const holder = place && findHolder(board, place)
    if (holder && holder.id !== command.dish) dinnerErrors.fail('SLOT_OCCUPIED')
  })
