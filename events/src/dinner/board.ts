import type { BoardItem as BoardItemAnswer, ReplayStep, Session } from './board/board-api.ts'
import { type DinnerSession, defaultLayout, type Layout, sessionFrom, toAnswer } from './session.ts'
import { type DishState, dishIn, positionOf, type Stay, type Zone } from './signup.ts'
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
    layout: layoutFor(rest, session),
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
  const to = Math.min(parseEnd(stay.to), parseEnd(finishedAt))
  return Number.isFinite(to) ? Math.max(0, to - from) / 1000 : 0
}

const parseEnd = (moment: string | null): number => (moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment))

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
export function shownBoard(dishes: readonly ShownDish[], session: DinnerSession): ShownBoard {
  const { layout, items, finished, leftovers } = buildBoard(dishes, session)
  const shown = (list: readonly BoardItem<ShownDish>[]) => list.map((item) => shownItem(item, session))
  return {
    session: toAnswer({ ...session, ...layout }),
    items: shown(items),
    finished: shown(finished),
    leftovers: shown(leftovers),
  }
}

function shownItem({ dish, ...item }: BoardItem<ShownDish>, session: DinnerSession): BoardItemAnswer {
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
export function boardAfter(steps: readonly ReplayChange[], dinner: number): ShownBoard {
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
  return shownBoard(dishes, session)
}
