import { type DomainError, findRefusal } from '../language/domain-error.ts'
import type { BoardItem, SessionAnswer } from './board/board-api.ts'
import { dinnerErrors } from './errors.ts'
import type { SignupEvent } from './events.ts'
import { type DinnerSession, type Layout, sessionToAnswer } from './session.ts'
import {
  advanceToDinner,
  type DishPlace,
  type DishState,
  emptyDish,
  evolveDish,
  initialState,
  isSamePlace,
  moveDish,
  positionOf,
  type SignupState,
  type Stay,
  type Zone,
} from './signup.ts'
import type { Signup } from './slots/signup-api.ts'

/** A checked-in dish as the rules need it. Callers add fields of their own. */
export interface BoardDish {
  readonly id: string
  readonly checkedInAt: string
  readonly state: DishState
}

/** A dish with its place in the present dinner, computed from its state. */
export interface PlacedDish<Dish> {
  readonly dish: Dish
  /** The zone of the dish; for finished dishes and leftovers, the last one. */
  readonly zone: Zone
  readonly position: number | null
  /** The later of the dish's arrival on the buffet and Start. Null for a dish elsewhere, and after Finish. */
  readonly buffetEnteredAt: string | null
  /** The seconds of finished stays, as far as the dinner ran. Never negative. */
  readonly buffetTotalDuration: number
  readonly emptiedAt: string | null
  /** The position where a finished dish stood, to which it is put back; else null. */
  readonly emptiedFrom: number | null
}

/** The board computed from its state. Every checked-in dish is in exactly one of the three lists. */
export interface Board<Dish> {
  readonly layout: Layout
  /** Dishes on the board: in Holding, Warming or on the buffet. */
  readonly items: readonly PlacedDish<Dish>[]
  readonly finished: readonly PlacedDish<Dish>[]
  /** Dishes that were not emptied when the dinner was finished. */
  readonly leftovers: readonly PlacedDish<Dish>[]
}

export interface BoardState<Dish extends BoardDish = BoardDish> {
  readonly session: DinnerSession
  /** Every dish that is checked in, wherever it is. */
  readonly dishes: readonly Dish[]
}

/** Builds the board from the states of its dishes, for the live board, the replay and the browser alike. */
export function buildBoard<Dish extends BoardDish>(dishes: readonly Dish[], session: DinnerSession): Board<Dish> {
  const all = dishes.map((dish) => placeDish(dish, session))
  const finished = all.filter(({ emptiedAt }) => emptiedAt !== null)
  const unfinished = all.filter(({ emptiedAt }) => emptiedAt === null)
  const isOver = session.finishedAt !== null
  return {
    layout: growLayout(unfinished, session),
    items: isOver ? [] : unfinished.toSorted(byPlace),
    finished: finished.toSorted((one, other) => compare(one.emptiedAt, other.emptiedAt) || byId(one, other)),
    leftovers: isOver ? unfinished.toSorted(byPlace) : [],
  }
}

function placeDish<Dish extends BoardDish>(dish: Dish, session: DinnerSession): PlacedDish<Dish> {
  const { place, stays, emptiedAt } = advanceToDinner(session.dinner, dish.state)
  const openStay = stays.find(({ to }) => to === null)
  const isOver = session.finishedAt !== null
  return {
    dish,
    zone: place.zone,
    position: emptiedAt === null ? positionOf(place) : null,
    buffetEnteredAt: openStay && !isOver ? findClockStart(openStay, session) : null,
    buffetTotalDuration: stays.reduce((sum, stay) => sum + countOverlap(stay, session), 0),
    emptiedAt,
    emptiedFrom: emptiedAt === null ? null : positionOf(place),
  }
}

const findClockStart = (stay: Stay, { startedAt }: DinnerSession): string =>
  startedAt !== null && Date.parse(startedAt) > Date.parse(stay.from) ? startedAt : stay.from

/** Returns the seconds for which a stay and the dinner's running time overlap; 0 while both go on. Never negative. */
function countOverlap(stay: Stay, { startedAt, finishedAt }: DinnerSession): number {
  if (startedAt === null) return 0
  const from = Math.max(Date.parse(stay.from), Date.parse(startedAt))
  const to = Math.min(parseEnd(stay.to), parseEnd(finishedAt))
  return Number.isFinite(to) ? Math.max(0, to - from) / 1000 : 0
}

const parseEnd = (moment: string | null): number => (moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment))

/**
 * Returns the seconds that a dish has stood on the buffet while the dinner ran, at `now`: the seconds of finished stays,
 * and of the running clock. Never negative.
 */
export function countShownSeconds(
  item: { readonly buffet_entered_at: string | null; readonly buffet_total_duration: number },
  session: { readonly started_at: string | null; readonly finished_at: string | null },
  now: Date,
): number {
  if (item.buffet_entered_at === null || session.started_at === null || session.finished_at !== null)
    return item.buffet_total_duration
  const from = Math.max(Date.parse(item.buffet_entered_at), Date.parse(session.started_at))
  return item.buffet_total_duration + Math.max(0, now.getTime() - from) / 1000
}

/** Adds places that hold a dish, because the layout may have been made smaller at the same moment as the dish moved. */
function growLayout(items: readonly PlacedDish<BoardDish>[], { warmingSlots, buffetSlots }: DinnerSession): Layout {
  const countNeeded = (zone: Zone) =>
    Math.max(0, ...items.flatMap((item) => (item.zone === zone && item.position !== null ? [item.position + 1] : [])))
  return {
    warmingSlots: Math.max(warmingSlots, countNeeded('warming')),
    buffetSlots: Math.max(buffetSlots, countNeeded('buffet')),
  }
}

const zoneOrder: Readonly<Record<Zone, number>> = { holding: 0, warming: 1, buffet: 2 }
const compare = (one: string | null, other: string | null): number =>
  // Stryker disable next-line StringLiteral: of the lists that are compared by a time, all members have one
  (one ?? '') < (other ?? '') ? -1 : (one ?? '') > (other ?? '') ? 1 : 0
const byId = (one: PlacedDish<BoardDish>, other: PlacedDish<BoardDish>): number => compare(one.dish.id, other.dish.id)

/** Compares by zone; dishes in Holding by check-in, those of other zones by place. */
function byPlace(one: PlacedDish<BoardDish>, other: PlacedDish<BoardDish>): number {
  return (
    zoneOrder[one.zone] - zoneOrder[other.zone] ||
    (one.position ?? 0) - (other.position ?? 0) ||
    compare(one.dish.checkedInAt, other.dish.checkedInAt) ||
    byId(one, other)
  )
}

/** A checked-in dish with everything that a live or replayed board shows of it. */
export interface ShownDish extends BoardDish {
  readonly signup: Signup
  readonly movedBy: string | null
}

/** The board as the API answers it. */
export interface ShownBoard {
  readonly session: SessionAnswer
  readonly items: BoardItem[]
  readonly finished: BoardItem[]
  readonly leftovers: BoardItem[]
}

/** Builds this board, on the server and for a replay in the browser. */
export function buildShownBoard(dishes: readonly ShownDish[], session: DinnerSession): ShownBoard {
  const { layout, items, finished, leftovers } = buildBoard(dishes, session)
  const buildItems = (list: readonly PlacedDish<ShownDish>[]) => list.map((item) => buildShownItem(item, session))
  return {
    session: sessionToAnswer({ ...session, ...layout }),
    items: buildItems(items),
    finished: buildItems(finished),
    leftovers: buildItems(leftovers),
  }
}

function buildShownItem({ dish, ...item }: PlacedDish<ShownDish>, session: DinnerSession): BoardItem {
  return {
    ...dish.signup,
    management_zone: item.zone,
    management_position: item.position,
    buffet_entered_at: item.buffetEnteredAt,
    buffet_total_duration: item.buffetTotalDuration,
    emptied_at: item.emptiedAt,
    emptied_from: item.emptiedFrom,
    moved_by: dish.state.dinner === session.dinner ? dish.movedBy : null,
  }
}

/** A command of staff about one dish of the board; `done` marks it as done, `put back` undoes that. */
export type DishCommand =
  | { readonly kind: 'move'; readonly dish: string; readonly to: DishPlace }
  | { readonly kind: 'done' | 'put back'; readonly dish: string }

/** Returns the place of a dish; null where it is done, or not on the board. */
export function findPlace({ session, dishes }: BoardState, id: string): DishPlace | null {
  const dish = dishes.find((each) => each.id === id)
  return dish ? placeInDinner(dish, session) : null
}

const placeInDinner = ({ state }: BoardDish, { dinner }: DinnerSession): DishPlace | null => {
  const { place, emptiedAt } = advanceToDinner(dinner, state)
  return emptiedAt === null ? place : null
}

/** Returns the dish that holds a place; undefined where it is free, as Holding always is. */
export function findHolder<Dish extends BoardDish>({ session, dishes }: BoardState<Dish>, place: DishPlace) {
  if (place.zone === 'holding') return undefined
  return dishes.find((dish) => {
    const dishPlace = placeInDinner(dish, session)
    return dishPlace !== null && isSamePlace(dishPlace, place)
  })
}

/** Returns the state of a sign-up as the board shows it: a dish that is not on the board is not checked in. */
export function findSignup({ dishes }: BoardState, id: string): SignupState {
  const dish = dishes.find((one) => one.id === id)
  return dish ? { status: 'checked-in', at: dish.checkedInAt, dish: dish.state } : initialState()
}

/**
 * Returns the board after a command, or the same board if it changes nothing.
 * @throws DomainError if the rules of a dish reject it
 */
function decideOnBoard<Dish extends BoardDish>(
  board: BoardState<Dish>,
  command: DishCommand,
  now: Date,
): BoardState<Dish> {
  const events = decideForDish(board, command, now)
  if (events.length === 0) return board
  const dishes = board.dishes.map((dish) =>
    dish.id === command.dish ? { ...dish, state: events.reduce(evolveDish, dish.state) } : dish,
  )
  return { ...board, dishes }
}

function decideForDish(board: BoardState, command: DishCommand, now: Date): SignupEvent[] {
  const signup = findSignup(board, command.dish)
  // Without a time of a device, events get `now`.
  const common = { at: null, session: board.session }
  const metadata = { now }
  if (command.kind === 'move')
    return moveDish({ type: 'MoveDish', data: { ...common, to: command.to }, metadata }, signup)
  return emptyDish({ type: 'EmptyDish', data: { ...common, emptied: command.kind === 'done' }, metadata }, signup)
}

/**
 * Returns the board after a command, or the same board if the rules reject it. Does not check whether the place is
 * free; `findBoardError` does.
 */
export function applyCommand<Dish extends BoardDish>(board: BoardState<Dish>, command: DishCommand, now: Date) {
  let after = board
  findRefusal(() => {
    after = decideOnBoard(board, command, now)
  })
  return after
}

// Any time will do, because it does not change whether a command is rejected.
const anyTime = new Date(0)

/** Returns true if a command is not rejected on this board, and changes it. */
export const changesBoard = (board: BoardState, command: DishCommand): boolean =>
  findBoardError(board, command) === null && applyCommand(board, command, anyTime) !== board

/**
 * Returns why a command is rejected on this board; null if it is not, or changes nothing. Whether another dish holds
 * the place is decided in the end by a unique key of the server's database, since two commands may come at once.
 */
export const findBoardError = (board: BoardState, command: DishCommand): DomainError | null =>
  findRefusal(() => {
    const after = decideOnBoard(board, command, anyTime)
    if (after === board) return
    const place = findPlace(after, command.dish)
    const holder = place && findHolder(board, place)
    if (holder && holder.id !== command.dish) dinnerErrors.fail('SLOT_OCCUPIED')
  })
