import type { TimedCommand } from '../language/command.ts'
import { type DomainError, findRefusal } from '../language/domain-error.ts'
import { buildTrust, limitMoment } from '../language/reported-time.ts'
import type { BoardDish, BoardState } from './board.ts'
import { dinnerErrors } from './errors.ts'
import type { SignupEvent } from './events.ts'
import { type DinnerSession, isRunning } from './session.ts'
import { type DishState, dishIn, evolve, evolveDish, initialState, type SignupState } from './signup-state.ts'

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
