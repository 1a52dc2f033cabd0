import type { TimedCommand } from '../language/command.ts'
import { dinnerErrors } from './errors.ts'
import type { ReasonOfEnd, SignupEvent } from './events.ts'
import { evolve, initialState, isInHolding, type SignupState } from './signup.ts'

/**
 * Ends a sign-up; `FreePlace` in `slot.ts` then frees its place in the slot. There are two streams, so two commands. The
 * stored events have older words: `SignupWithdrawn` for a canceled sign-up, `SignupReinstated` for a restored one.
 */
export type CancelSignup = TimedCommand<'CancelSignup', CancelSignupData>
type CancelSignupData = {
  readonly slotId: string
  readonly reason: ReasonOfEnd
  /**
   * Present for a walk-in, which is checked in from the start. `dinner` is the number of the present dinner. The
   * walk-in can be canceled while its dish is in Holding in that dinner.
   */
  readonly walkIn?: { readonly dinner: number } | undefined
}

export function cancelSignup({ data }: CancelSignup, signup: SignupState): SignupEvent[] {
  const { slotId, reason, walkIn } = data
  if (signup.status === 'canceled') return []
  // A deleted slot cancels even checked-in sign-ups.
  if (signup.status === 'checked-in' && reason !== 'slot-deleted') {
    if (!walkIn) return dinnerErrors.fail('ALREADY_CHECKED_IN')
    if (!isInHolding(walkIn.dinner, signup.dish)) dinnerErrors.fail('DISH_IN_USE')
  }
  return [{ type: 'SignupWithdrawn', data: { slotId, reason } }]
}

export const cancelSignupDecider = { decide: cancelSignup, evolve, initialState }

/**
 * Restores a canceled sign-up; `TakePlace` then gives it its place in the slot. `arrival` is the check-in that it had, for
 * example when it was canceled with its slot.
 */
export type RestoreSignup = TimedCommand<'RestoreSignup', Extract<SignupEvent, { type: 'SignupReinstated' }>['data']>

export function restoreSignup({ data }: RestoreSignup, signup: SignupState): SignupEvent[] {
  return signup.status === 'canceled' ? [{ type: 'SignupReinstated', data }] : []
}

export const restoreSignupDecider = { decide: restoreSignup, evolve, initialState }
