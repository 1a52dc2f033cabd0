import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Slot } from '../slot.ts'

/** Gives the place in the slot free again, once the sign-up itself has been withdrawn. */
export type RemoveSignup = TimedCommand<'RemoveSignup', { signupId: string }>

/** The second of two removals changes nothing. */
export function removeSignup({ data: { signupId } }: RemoveSignup, slot: Slot): SlotEvent[] {
  if (slot.status !== 'open' || !slot.signups.some(({ id }) => id === signupId)) return []
  return [{ type: 'SignupRemoved', data: { signupId } }]
}

export const removeSignupDecider = { decide: removeSignup, evolve, initialState }
