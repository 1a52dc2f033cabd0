import type { DishPlace } from './dish.ts'
import type { SignupEvent } from './events.ts'

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
