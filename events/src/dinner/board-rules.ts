import { type DomainError, findRefusal } from '../language/domain-error.ts'
import type { BoardDish, BoardState } from './board.ts'
import { emptyDish, moveDish } from './dish.ts'
import { dishIn, evolveDish, unmoved } from './dish-state.ts'
import { dinnerErrors } from './errors.ts'
import type { SignupEvent } from './events.ts'
import { type DishPlace, isSamePlace } from './place.ts'
import type { DinnerSession } from './session.ts'
import type { SignupState } from './signup-state.ts'

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

/** Decides a command by the rules of a dish. @throws DomainError where they refuse it */
function decideOnBoard({ session, dishes }: BoardState, command: DishCommand, now: Date): SignupEvent[] {
  const dish = dishes.find(({ id }) => id === command.dish)
  const signup: SignupState = dish
    ? { status: 'checked-in', at: dish.checkedInAt, dish: dish.state }
    : { status: 'expected', dish: unmoved }
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
