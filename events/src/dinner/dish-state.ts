import type { SignupEvent } from './events.ts'
import type { DishPlace } from './place.ts'

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
