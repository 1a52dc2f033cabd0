import { type DomainError, findRefusal } from '../language/domain-error.ts'
import type { BoardItem as BoardItemAnswer, ReplayStep, Session } from './board/board-api.ts'
import { dinnerErrors } from './errors.ts'
import type { SignupEvent } from './events.ts'
import { type DinnerSession, defaultLayout, type Layout, sessionFrom, toAnswer } from './session.ts'
import {
  type DishPlace,
  type DishState,
  dishIn,
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

/** A dish that was checked in, however much else the caller knows of it. */
export interface BoardDish {
  readonly id: string
  readonly checkedInAt: string
  readonly state: DishState
}

export interface BoardItem<Dish> {
  readonly dish: Dish
  /** The last zone for finished dishes and leftovers. */
  readonly zone: Zone
  readonly position: number | null
  /** The start of the running clock; before Start, the moment from which the dish is there. Null where none runs. */
  readonly buffetEnteredAt: string | null
  /** Seconds of the stays that are over, as far as the dinner ran. Never negative. */
  readonly buffetTotalDuration: number
  readonly emptiedAt: string | null
  /** The position where a finished dish stood, to which it is put back; else null. */
  readonly emptiedFrom: number | null
}

/** Every checked-in dish is in exactly one of the three lists. */
export interface Board<Dish> {
  readonly layout: Layout
  /** Dishes on the board: in Holding, Warming or on the buffet. */
  readonly items: readonly BoardItem<Dish>[]
  readonly finished: readonly BoardItem<Dish>[]
  /** Dishes that were not emptied when the dinner was finished. */
  readonly leftovers: readonly BoardItem<Dish>[]
}

/** The board as rules about it need it. */
export interface BoardState<Dish extends BoardDish = BoardDish> {
  readonly session: DinnerSession
  /** Every dish that is checked in, wherever it is. */
  readonly dishes: readonly Dish[]
}

/** The board as the facts have it. The same for the live board, the replay and the browser. */
export function buildBoard<Dish extends BoardDish>(dishes: readonly Dish[], session: DinnerSession): Board<Dish> {
  const all = dishes.map((dish) => buildItem(dish, session))
  const finished = all.filter(({ emptiedAt }) => emptiedAt !== null)
  const rest = all.filter(({ emptiedAt }) => emptiedAt === null)
  const isOver = session.finishedAt !== null
  return {
    layout: growLayout(rest, session),
    items: isOver ? [] : rest.toSorted(byPlace),
    finished: finished.toSorted((one, other) => compare(one.emptiedAt, other.emptiedAt) || byId(one, other)),
    leftovers: isOver ? rest.toSorted(byPlace) : [],
  }
}

function buildItem<Dish extends BoardDish>(dish: Dish, session: DinnerSession): BoardItem<Dish> {
  const { place, stays, emptiedAt } = dishIn(session.dinner, dish.state)
  const open = stays.find(({ to }) => to === null)
  const isOver = session.finishedAt !== null
  return {
    dish,
    zone: place.zone,
    position: emptiedAt === null ? positionOf(place) : null,
    buffetEnteredAt: open && !isOver ? findClockStart(open, session) : null,
    buffetTotalDuration: stays.reduce((sum, stay) => sum + countOverlap(stay, session), 0),
    emptiedAt,
    emptiedFrom: emptiedAt === null ? null : positionOf(place),
  }
}

const findClockStart = (stay: Stay, { startedAt }: DinnerSession): string =>
  startedAt !== null && Date.parse(startedAt) > Date.parse(stay.from) ? startedAt : stay.from

/** Seconds for which a stay and the dinner's running time overlap; 0 while both go on. Never negative. */
function countOverlap(stay: Stay, { startedAt, finishedAt }: DinnerSession): number {
  if (startedAt === null) return 0
  const from = Math.max(Date.parse(stay.from), Date.parse(startedAt))
  const to = Math.min(parseEnd(stay.to), parseEnd(finishedAt))
  return Number.isFinite(to) ? Math.max(0, to - from) / 1000 : 0
}

const parseEnd = (moment: string | null): number => (moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment))

/**
 * Seconds that a dish has stood on the buffet while the dinner ran, at `now`: those counted already, and the running
 * clock. Never negative.
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

/** A place that holds a dish is part of the board, also where the layout was made smaller in the same moment. */
function growLayout(items: readonly BoardItem<BoardDish>[], { warmingSlots, buffetSlots }: DinnerSession): Layout {
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

/** A checked-in dish with everything the board shows of it, as it is or as it was. */
export interface ShownDish extends BoardDish {
  readonly signup: Signup
  readonly movedBy: string | null
}

export interface ShownBoard {
  readonly session: Session
  readonly items: BoardItemAnswer[]
  readonly finished: BoardItemAnswer[]
  readonly leftovers: BoardItemAnswer[]
}

/** The board in the words of the interface: the same for its answers and for a replay in the browser. */
export function buildShownBoard(dishes: readonly ShownDish[], session: DinnerSession): ShownBoard {
  const { layout, items, finished, leftovers } = buildBoard(dishes, session)
  const shown = (list: readonly BoardItem<ShownDish>[]) => list.map((item) => buildShownItem(item, session))
  return {
    session: toAnswer({ ...session, ...layout }),
    items: shown(items),
    finished: shown(finished),
    leftovers: shown(leftovers),
  }
}

function buildShownItem({ dish, ...item }: BoardItem<ShownDish>, session: DinnerSession): BoardItemAnswer {
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

/** The changes that a step makes; the rest of it describes who did what, and when. */
export type ReplayChange = Pick<ReplayStep, 'signups' | 'standings' | 'gone' | 'session'>

/** The board of this dinner after these steps, which begin with its first one. */
export function buildBoardAfter(steps: readonly ReplayChange[], dinner: number): ShownBoard {
  const signups = new Map<string, ReplayStep['signups'][number]>()
  const standings = new Map<string, { readonly standing: DishState; readonly moved_by: string | null }>()
  let session: DinnerSession = { dinner, startedAt: null, finishedAt: null, ...defaultLayout }
  for (const step of steps) {
    for (const signup of step.signups) signups.set(signup.id, signup)
    for (const { id, ...stood } of step.standings) standings.set(id, stood)
    for (const id of step.gone) signups.delete(id)
    if (step.session) session = sessionFrom(step.session, dinner)
  }
  const dishes = [...signups.values()].flatMap((signup): ShownDish[] => {
    const stood = standings.get(signup.id)
    if (!stood || signup.checked_at === null) return []
    const { standing: state, moved_by: movedBy } = stood
    return [{ id: signup.id, checkedInAt: signup.checked_at, state, movedBy, signup }]
  })
  return buildShownBoard(dishes, session)
}

/** A command of staff about one dish of the board. */
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

/** Decides a command by the rules of a dish. @throws DomainError if they reject it */
function decideOnBoard(board: BoardState, command: DishCommand, now: Date): SignupEvent[] {
  const { session } = board
  const signup = findSignup(board, command.dish)
  const common = { at: null, session }
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

// The time does not change whether a command is rejected.
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
    if (decideOnBoard(board, command, anyTime).length === 0) return
    const place = findPlace(applyCommand(board, command, anyTime), command.dish)
    const holder = place && findHolder(board, place)
    if (holder && holder.id !== command.dish) dinnerErrors.fail('SLOT_OCCUPIED')
  })
