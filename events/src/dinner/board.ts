import { type DomainError, findRefusal } from '../language/domain-error.ts'
import { emptyDish, moveDish } from './dish.ts'
import { type DishState, dishIn, evolveDish, type Stay, unmoved } from './dish-state.ts'
import { dinnerErrors } from './errors.ts'
import type { SignupEvent } from './events.ts'
import { type DishPlace, isSamePlace, type Layout, positionOf, type Zone } from './place.ts'
import type { DinnerSession } from './session.ts'
import type { SignupState } from './signup-state.ts'

/** A dish that was checked in, however much else the caller knows of it. */
export interface BoardDish {
  readonly id: string
  readonly checkedInAt: string
  readonly standing: DishState
}

export interface BoardItem<Dish> {
  readonly dish: Dish
  /** For finished dishes and leftovers: where they stood last. */
  readonly zone: Zone
  readonly position: number | null
  /** Since when the clock that is running now counts; before Start: since when the dish is there. Null where none runs. */
  readonly buffetEnteredAt: string | null
  /** Seconds of the stays that are over, as far as the dinner ran. Never negative. */
  readonly buffetTotalDuration: number
  readonly emptiedAt: string | null
  /** Of a finished dish the position where it stood, to which it is put back; else null. */
  readonly emptiedFrom: number | null
}

/** Every checked-in dish is in exactly one of the three lists. */
export interface Board<Dish> {
  readonly layout: Layout
  /** On the board: in Holding, Warming or on the buffet. */
  readonly items: readonly BoardItem<Dish>[]
  readonly finished: readonly BoardItem<Dish>[]
  /** What was not emptied when the dinner was finished. */
  readonly leftovers: readonly BoardItem<Dish>[]
}

/** The board as rules about it need it. */
export interface BoardState<Dish extends BoardDish = BoardDish> {
  readonly session: DinnerSession
  /** Every dish that is checked in, wherever it is. */
  readonly dishes: readonly Dish[]
}

/** What staff do with one dish of the board. */
export type DishCommand =
  | { readonly kind: 'move'; readonly dish: string; readonly to: DishPlace }
  | { readonly kind: 'done' | 'put back'; readonly dish: string }

/** Where a dish stands; null where it is done, or not on the board. */
export function findPlace({ session, dishes }: BoardState, id: string): DishPlace | null {
  const dish = dishes.find((one) => one.id === id)
  return dish ? heldPlace(dish, session) : null
}

const heldPlace = ({ standing }: BoardDish, { dinner }: DinnerSession): DishPlace | null => {
  const { place, emptiedAt } = dishIn(dinner, standing)
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

/** What the rules of a dish make of a command. @throws DomainError where they refuse it */
function decideOnBoard({ session, dishes }: BoardState, command: DishCommand, now: Date): SignupEvent[] {
  const dish = dishes.find(({ id }) => id === command.dish)
  const signup: SignupState = dish
    ? { status: 'checked-in', at: dish.checkedInAt, dish: dish.standing }
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
    dish.id === command.dish ? { ...dish, standing: events.reduce(evolveDish, dish.standing) } : dish,
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

/** The board as the facts have it. The same for the live board, the replay and the browser. */
export function boardOf<Dish extends BoardDish>(dishes: readonly Dish[], session: DinnerSession): Board<Dish> {
  const all = dishes.map((dish) => itemOf(dish, session))
  const finished = all.filter(({ emptiedAt }) => emptiedAt !== null)
  const rest = all.filter(({ emptiedAt }) => emptiedAt === null)
  const isOver = session.finishedAt !== null
  return {
    layout: layoutFor(rest, session),
    items: isOver ? [] : rest.toSorted(byPlace),
    finished: finished.toSorted((one, other) => compare(one.emptiedAt, other.emptiedAt) || byId(one, other)),
    leftovers: isOver ? rest.toSorted(byPlace) : [],
  }
}

function itemOf<Dish extends BoardDish>(dish: Dish, session: DinnerSession): BoardItem<Dish> {
  const { place, stays, emptiedAt } = dishIn(session.dinner, dish.standing)
  const open = stays.find(({ to }) => to === null)
  const isOver = session.finishedAt !== null
  return {
    dish,
    zone: place.zone,
    position: emptiedAt === null ? positionOf(place) : null,
    buffetEnteredAt: open && !isOver ? countsFrom(open, session) : null,
    buffetTotalDuration: stays.reduce((sum, stay) => sum + overlap(stay, session), 0),
    emptiedAt,
    emptiedFrom: emptiedAt === null ? null : positionOf(place),
  }
}

const countsFrom = (stay: Stay, { startedAt }: DinnerSession): string =>
  startedAt !== null && Date.parse(startedAt) > Date.parse(stay.from) ? startedAt : stay.from

/** Seconds for which a stay and the dinner's running time overlap; 0 while both go on. Never negative. */
function overlap(stay: Stay, { startedAt, finishedAt }: DinnerSession): number {
  if (startedAt === null) return 0
  const from = Math.max(Date.parse(stay.from), Date.parse(startedAt))
  const to = Math.min(endOf(stay.to), endOf(finishedAt))
  return Number.isFinite(to) ? Math.max(0, to - from) / 1000 : 0
}

const endOf = (moment: string | null): number => (moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment))

/**
 * Seconds that a dish has stood on the buffet while the dinner ran, at `now`: those counted already, and the running
 * clock. Never negative.
 */
export function shownSeconds(
  item: { readonly buffet_entered_at: string | null; readonly buffet_total_duration: number },
  session: { readonly started_at: string | null; readonly finished_at: string | null },
  now: Date,
): number {
  if (item.buffet_entered_at === null || session.started_at === null || session.finished_at !== null)
    return item.buffet_total_duration
  const from = Math.max(Date.parse(item.buffet_entered_at), Date.parse(session.started_at))
  return item.buffet_total_duration + Math.max(0, now.getTime() - from) / 1000
}

/** A place that holds a dish is part of the board, also where the layout was made smaller in the same moment. */
function layoutFor(items: readonly BoardItem<BoardDish>[], { warmingSlots, buffetSlots }: DinnerSession): Layout {
  const needed = (zone: Zone) =>
    items.reduce((most, item) => (item.zone === zone ? Math.max(most, (item.position ?? 0) + 1) : most), 0)
  return {
    warmingSlots: Math.max(warmingSlots, needed('warming')),
    buffetSlots: Math.max(buffetSlots, needed('buffet')),
  }
}

const zoneOrder: Readonly<Record<Zone, number>> = { holding: 0, warming: 1, buffet: 2 }
const compare = (one: string | null, other: string | null): number =>
  // Stryker disable next-line StringLiteral: of the lists that are compared by a time, all members have one
  (one ?? '') < (other ?? '') ? -1 : (one ?? '') > (other ?? '') ? 1 : 0
const byId = (one: BoardItem<BoardDish>, other: BoardItem<BoardDish>): number => compare(one.dish.id, other.dish.id)

/** Holding in the order of check-in, the other zones by place. */
function byPlace(one: BoardItem<BoardDish>, other: BoardItem<BoardDish>): number {
  return (
    zoneOrder[one.zone] - zoneOrder[other.zone] ||
    (one.position ?? 0) - (other.position ?? 0) ||
    compare(one.dish.checkedInAt, other.dish.checkedInAt) ||
    byId(one, other)
  )
}
