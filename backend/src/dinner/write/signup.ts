import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import { evolveStanding, type Standing, unmoved } from '@ultimate/events/dinner/standing.ts'

/**
 * A sign-up from its check-in on. `expected` is also one of which this stream has not heard yet: that somebody signed
 * up is a fact of the slot.
 */
export type Signup =
  | { readonly status: 'expected'; readonly standing: Standing }
  | { readonly status: 'checked-in'; readonly at: string; readonly standing: Standing }
  | { readonly status: 'withdrawn' }
export type CheckedInSignup = Extract<Signup, { status: 'checked-in' }>

export const initialState = (): Signup => ({ status: 'expected', standing: unmoved })

export function evolve(signup: Signup, event: SignupEvent): Signup {
  if (signup.status === 'withdrawn') return signup
  const { standing } = signup
  switch (event.type) {
    case 'CheckedIn':
      return { status: 'checked-in', at: event.data.at, standing }
    case 'CheckInUndone':
      return { status: 'expected', standing }
    case 'SignupWithdrawn':
      return { status: 'withdrawn' }
    default:
      return { ...signup, standing: evolveStanding(standing, event) }
  }
}

/**
 * The moment a device tells of, within reason: not in the future of the server, not before what happened to the dish
 * already.
 */
export function momentOf(told: Date | null, now: Date, notBefore: string | null): string {
  const latest = Math.min(told?.getTime() ?? now.getTime(), now.getTime())
  const earliest = notBefore === null ? Number.NEGATIVE_INFINITY : Date.parse(notBefore)
  return new Date(Math.max(latest, earliest)).toISOString()
}

export const signupStream = (id: string): string => `signup-${id}`

export const signupIdOf = (stream: string): string => stream.slice('signup-'.length)
