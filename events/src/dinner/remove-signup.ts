import type { TimedCommand } from '../language/command.ts'
import { isInHolding } from './dish-state.ts'
import { dinnerErrors } from './errors.ts'
import type { ReasonOfEnd, SignupEvent, SlotEvent } from './events.ts'
import * as signups from './signup-state.ts'
import * as slots from './slot.ts'

/** Ends a sign-up. `remove-signup` then frees its place in the slot. */
export type WithdrawSignup = TimedCommand<'WithdrawSignup', WithdrawSignupData>
interface WithdrawSignupData extends Record<string, unknown> {
  readonly slotId: string
  readonly reason: ReasonOfEnd
  /** The present dinner, where the person walked in: one tap took them in and checked them in, so one takes both back. */
  readonly dinner?: number | undefined
}

/** When its slot is deleted, even what is checked in goes. */
export function withdrawSignup({ data }: WithdrawSignup, signup: signups.SignupState): SignupEvent[] {
  const { slotId, reason, dinner } = data
  if (signup.status === 'withdrawn') return []
  if (signup.status === 'checked-in' && reason !== 'slot-deleted') {
    if (dinner === undefined) dinnerErrors.fail('ALREADY_CHECKED_IN')
    else if (!isInHolding(dinner, signup.dish)) dinnerErrors.fail('DISH_IN_USE')
  }
  return [{ type: 'SignupWithdrawn', data: { slotId, reason } }]
}

export const withdrawSignupDecider = {
  decide: withdrawSignup,
  evolve: signups.evolve,
  initialState: signups.initialState,
}

/** Gives the place in the slot free again, once the sign-up itself has been withdrawn. */
export type RemoveSignup = TimedCommand<'RemoveSignup', { signupId: string }>

/** The second of two removals changes nothing. */
export function removeSignup({ data: { signupId } }: RemoveSignup, slot: slots.SlotState): SlotEvent[] {
  if (slot.status !== 'open' || !slot.signups.some(({ id }) => id === signupId)) return []
  return [{ type: 'SignupRemoved', data: { signupId } }]
}

export const removeSignupDecider = { decide: removeSignup, evolve: slots.evolve, initialState: slots.initialState }

/** Gives a person who came, and whose sign-up was removed, their place in the slot back. */
export type RestoreSignup = TimedCommand<'RestoreSignup', { readonly made: Made }>
/** How the person had come into the slot. */
type Made = Extract<SlotEvent, { type: 'SignedUp' | 'WalkedIn' }>

/** The slot may be full by now: the dish is here all the same. */
export function restoreSignup({ data }: RestoreSignup, slot: slots.SlotState): SlotEvent[] {
  if (slot.status !== 'open') return dinnerErrors.fail('SLOT_DELETED')
  const { made } = data
  if (slot.signups.some(({ id }) => id === made.data.signupId)) return []
  // A walk-in has no address and no team to restore, so its event is appended again.
  return [made.type === 'WalkedIn' ? { type: made.type, data: made.data } : { type: 'SignupRestored', data: made.data }]
}

export const restoreSignupDecider = { decide: restoreSignup, evolve: slots.evolve, initialState: slots.initialState }

/**
 * Undoes the removal of a sign-up. `restore-signup` then changes its slot. `arrival` is that of one which had gone with
 * its slot although it was checked in.
 */
export type ReinstateSignup = TimedCommand<'ReinstateSignup', Reinstated>
type Reinstated = Extract<SignupEvent, { type: 'SignupReinstated' }>['data']

export function reinstateSignup({ data }: ReinstateSignup, signup: signups.SignupState): SignupEvent[] {
  return signup.status === 'withdrawn' ? [{ type: 'SignupReinstated', data }] : []
}

export const reinstateSignupDecider = {
  decide: reinstateSignup,
  evolve: signups.evolve,
  initialState: signups.initialState,
}
