import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import type { ShownSignup, ShownSlot } from './overlay.ts'
import { isOf, type Person } from './person.ts'

export type Plus =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'sign-up' }
  /** Serving only: pressing it ends this person's sign-up. */
  | { readonly kind: 'toggle-off'; readonly signup: ShownSignup }

export const isFull = (slot: Pick<Slot, 'max_signups'>, { count }: Pick<ShownSlot, 'count'>): boolean =>
  count >= slot.max_signups

/** A dish may be brought again and again; whoever serves already steps down by the same button. */
export function plusOf(slot: Slot, shown: ShownSlot, person: Person | null): Plus {
  if (person === null || isFull(slot, shown)) return { kind: 'hidden' }
  if (slot.category === 'dishes') return { kind: 'sign-up' }
  const signup = shown.own.find((own) => isOf(person, own))
  return signup ? { kind: 'toggle-off', signup } : { kind: 'sign-up' }
}
