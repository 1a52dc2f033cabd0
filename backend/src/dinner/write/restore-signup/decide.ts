import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Slot } from '../slot.ts'

/** Gives a person who came, and whose sign-up was removed, their place in the slot back. */
export type RestoreSignup = TimedCommand<'RestoreSignup', { readonly made: Made }>
/** How the person had come into the slot. */
type Made = Extract<SlotEvent, { type: 'SignedUp' | 'WalkedIn' }>

/** The slot may be full by now: the dish is here all the same. */
export function restoreSignup({ data }: RestoreSignup, slot: Slot): SlotEvent[] {
  if (slot.status !== 'open') return dinnerErrors.fail('SLOT_DELETED')
  const { made } = data
  if (slot.signups.some(({ id }) => id === made.data.signupId)) return []
  // Who walked in has no address and no team to be restored with: they walk in again, as they did.
  return [made.type === 'WalkedIn' ? { type: made.type, data: made.data } : { type: 'SignupRestored', data: made.data }]
}

export const restoreSignupDecider = { decide: restoreSignup, evolve, initialState }
