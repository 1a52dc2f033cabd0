import type { TimedCommand } from '../language/command.ts'
import { dinnerErrors } from './errors.ts'
import type { ReasonOfEnd, SignupEvent } from './events.ts'
import { evolve, initialState, isInHolding, type SignupState } from './signup.ts'
import { canCancel } from './slot.ts'

/** Ends a sign-up; `FreePlace` in `slot.ts` then frees its place in the slot. Two streams, so two commands. */
export type CancelSignup = TimedCommand<'CancelSignup', CancelSignupData>
interface CancelSignupData extends Record<string, unknown> {
  readonly slotId: string
  readonly reason: ReasonOfEnd
  /** The present dinner, where the person walked in. */
  readonly dinner?: number | undefined
}

/** When its slot is deleted, even what is checked in goes. */
export function cancelSignup({ data }: CancelSignup, signup: SignupState): SignupEvent[] {
  const { slotId, reason, dinner } = data
  if (signup.status === 'canceled') return []
  if (signup.status === 'checked-in' && reason !== 'slot-deleted') {
    if (!canCancel({ checked_in: true, walk_in: dinner !== undefined })) dinnerErrors.fail('ALREADY_CHECKED_IN')
    if (dinner !== undefined && !isInHolding(dinner, signup.dish)) dinnerErrors.fail('DISH_IN_USE')
  }
  return [{ type: 'SignupWithdrawn', data: { slotId, reason } }]
}

export const cancelSignupDecider = { decide: cancelSignup, evolve, initialState }

/**
 * Takes back that a sign-up was canceled; `TakePlace` then changes its slot. `arrival` is that of one which had gone with
 * its slot although it was checked in.
 */
export type RestoreSignup = TimedCommand<'RestoreSignup', Restored>
type Restored = Extract<SignupEvent, { type: 'SignupReinstated' }>['data']

export function restoreSignup({ data }: RestoreSignup, signup: SignupState): SignupEvent[] {
  return signup.status === 'canceled' ? [{ type: 'SignupReinstated', data }] : []
}

export const restoreSignupDecider = { decide: restoreSignup, evolve, initialState }
