import type { Allergens } from '@ultimate/events/dinner/allergens.ts'
import { isFull } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import type { Operations } from '@ultimate/kit/request/api.ts'
import { isOf, type Person } from '../volunteers/person.ts'

export type SignUpBody = Operations['POST /api/dinner-signup']['request']['body']

/** The end of a sign-up. It can be taken back by sending `body`, which has no mark of a form yet, again. */
export interface Removal {
  readonly kind: 'remove'
  readonly signupId: string
  readonly body: SignUpBody
}

/** A change that the visitor wants for one slot. */
export type Intent = { readonly kind: 'sign-up'; readonly body: SignUpBody } | Removal

/**
 * An intent, and the counts on the screen when the button was pressed: it is shown on top of these until the server
 * confirms.
 */
export interface Pressed {
  readonly intent: Intent
  /** All sign-ups of the slot. */
  readonly count: number
  /** The number of them that this device owns. */
  readonly own: number
}

/** A sign-up of this device as a card shows it. */
export interface ShownSignup {
  readonly id: string
  readonly personName: string
  readonly email: string
  readonly captainId: string
  readonly checkedIn: boolean
  /** Undefined while it is under way, and of an older server. */
  readonly allergens?: Allergens | undefined
  /** True while it is under way: it cannot be removed yet. */
  readonly pending: boolean
}

/** The count of a slot and the own sign-ups, as its card shows them. */
export interface ShownSlot {
  readonly count: number
  readonly own: readonly ShownSignup[]
}

/**
 * The server's state with the intent under way on top. An update may include that intent before its answer comes: then
 * it is not counted twice.
 */
export function shownSlot(count: number, signups: readonly OwnSignup[], pressed: Pressed | null): ShownSlot {
  const own = signups.map(asShown)
  if (!pressed) return { count, own }
  const { intent } = pressed
  if (intent.kind === 'remove')
    return {
      count: Math.min(count, Math.max(0, pressed.count - 1)),
      own: own.filter(({ id }) => id !== intent.signupId),
    }
  const { personName, email, captainId } = intent.body
  const person = { personName: personName.trim(), email: email.trim(), captainId }
  const pending = { id: 'pending', ...person, checkedIn: false, pending: true }
  return { count: Math.max(count, pressed.count + 1), own: own.length > pressed.own ? own : [...own, pending] }
}

const asShown = (signup: OwnSignup): ShownSignup => ({
  id: signup.id,
  personName: signup.person_name,
  email: signup.email,
  captainId: signup.captain_id,
  checkedIn: signup.checked_in,
  allergens: signup.allergens,
  pending: false,
})

export type Plus =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'sign-up' }
  /** Serving only: pressing it ends this person's sign-up. */
  | { readonly kind: 'toggle-off'; readonly signup: ShownSignup }

/** A dish may be brought several times. A server who is signed up steps down with the same button. */
export function choosePlus(slot: Slot, shown: ShownSlot, person: Person | null): Plus {
  if (person === null || isFull(shown.count, slot.max_signups)) return { kind: 'hidden' }
  if (slot.category === 'dishes') return { kind: 'sign-up' }
  const signup = shown.own.find((own) => isOf(person, own))
  return signup ? { kind: 'toggle-off', signup } : { kind: 'sign-up' }
}
