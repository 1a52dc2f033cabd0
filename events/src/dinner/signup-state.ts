import { type DishState, evolveDish, unmoved } from './dish-state.ts'
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
