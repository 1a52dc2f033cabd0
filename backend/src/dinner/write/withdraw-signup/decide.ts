import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { ReasonOfEnd, SignupEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Signup } from '../signup.ts'

/** Ends a sign-up. `remove-signup` then frees its place in the slot. */
export type WithdrawSignup = TimedCommand<'WithdrawSignup', { slotId: string; reason: ReasonOfEnd }>

/** When its slot is deleted, even what is checked in goes. */
export function withdrawSignup({ data: { slotId, reason } }: WithdrawSignup, signup: Signup): SignupEvent[] {
  if (signup.status === 'withdrawn') return []
  if (signup.status === 'checked-in' && reason !== 'slot-deleted') dinnerErrors.fail('ALREADY_CHECKED_IN')
  return [{ type: 'SignupWithdrawn', data: { slotId, reason } }]
}

export const withdrawSignupDecider = { decide: withdrawSignup, evolve, initialState }
