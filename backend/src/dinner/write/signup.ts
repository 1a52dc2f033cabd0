import { evolveStanding, type Standing, standingIn, unmoved } from '@ultimate/events/dinner/board/standing.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'

/**
 * A sign-up from its check-in on. `expected` is also the state of an empty stream: signing up is a fact of the
 * slot's stream.
 */
export type Signup =
  | { readonly status: 'expected'; readonly standing: Standing }
  | { readonly status: 'checked-in'; readonly at: string; readonly standing: Standing }
  | { readonly status: 'withdrawn'; readonly arrival: Arrival }
/**
 * A check-in that came in after the removal, but had happened before it. Once it is dismissed, other devices that say
 * the same change nothing.
 */
export type Arrival =
  | { readonly status: 'none' | 'dismissed' }
  | { readonly status: 'undecided'; readonly at: string; readonly slotId: string }

export const initialState = (): Signup => ({ status: 'expected', standing: unmoved })

export function evolve(signup: Signup, event: SignupEvent): Signup {
  if (signup.status === 'withdrawn') return evolveRemoved(signup, event)
  const { standing } = signup
  switch (event.type) {
    case 'CheckedIn':
      return { status: 'checked-in', at: event.data.at, standing }
    case 'CheckInUndone':
      return { status: 'expected', standing }
    case 'SignupWithdrawn':
      return { status: 'withdrawn', arrival: { status: 'none' } }
    default:
      return { ...signup, standing: evolveStanding(standing, event) }
  }
}

function evolveRemoved(signup: Extract<Signup, { status: 'withdrawn' }>, event: SignupEvent): Signup {
  switch (event.type) {
    case 'SignupReinstated': {
      const { arrival } = event.data
      return arrival ? { status: 'checked-in', at: arrival.at, standing: arrival.standing } : initialState()
    }
    case 'RemovedSignupCheckedIn':
      return { ...signup, arrival: { status: 'undecided', at: event.data.at, slotId: event.data.slotId } }
    case 'CheckInUndone':
      return { ...signup, arrival: { status: 'none' } }
    case 'ArrivalDismissed':
      return { ...signup, arrival: { status: 'dismissed' } }
    case 'ArrivalRestored':
      return signup.arrival.status === 'undecided'
        ? { status: 'checked-in', at: signup.arrival.at, standing: unmoved }
        : signup
    default:
      return signup
  }
}

/** Where a dish is not used yet. A place taken in a later dinner than the given one counts as well. */
export function isInHolding(dinner: number, standing: Standing): boolean {
  const { place, emptiedAt } = standingIn(dinner, standing)
  return place.zone === 'holding' && emptiedAt === null
}

/**
 * The moment that a device reports, limited to the server's now and to the last fact about the dish.
 */
export function momentOf(reported: Date | null, now: Date, notBefore: string | null): string {
  const latest = Math.min(reported?.getTime() ?? now.getTime(), now.getTime())
  const earliest = notBefore === null ? Number.NEGATIVE_INFINITY : Date.parse(notBefore)
  return new Date(Math.max(latest, earliest)).toISOString()
}

export const signupStream = (id: string): string => `signup-${id}`

export const signupIdOf = (stream: string): string => stream.slice('signup-'.length)
