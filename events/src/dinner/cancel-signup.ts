import type { TimedCommand } from '../language/command.ts'
import { type DomainError, findRefusal } from '../language/domain-error.ts'
import { dinnerErrors } from './errors.ts'
import type { ReasonOfEnd, SignupEvent, SlotEvent } from './events.ts'
import * as signups from './signup-state.ts'
import * as slots from './slot.ts'
import type { Signup } from './slots/signup-api.ts'

/** Ends a sign-up; `FreePlace` then frees its place in the slot. Two streams, so two commands. */
export type CancelSignup = TimedCommand<'CancelSignup', CancelSignupData>
interface CancelSignupData extends Record<string, unknown> {
  readonly slotId: string
  readonly reason: ReasonOfEnd
  /** The present dinner, where the person walked in: one action took them in and checked them in, so one takes both back. */
  readonly dinner?: number | undefined
}

/** When its slot is deleted, even what is checked in goes. */
export function cancelSignup({ data }: CancelSignup, signup: signups.SignupState): SignupEvent[] {
  const { slotId, reason, dinner } = data
  if (signup.status === 'canceled') return []
  if (signup.status === 'checked-in' && reason !== 'slot-deleted') {
    if (dinner === undefined) dinnerErrors.fail('ALREADY_CHECKED_IN')
    else if (!signups.isInHolding(dinner, signup.dish)) dinnerErrors.fail('DISH_IN_USE')
  }
  return [{ type: 'SignupWithdrawn', data: { slotId, reason } }]
}

export const cancelSignupDecider = {
  decide: cancelSignup,
  evolve: signups.evolve,
  initialState: signups.initialState,
}

/**
 * Why a sign-up cannot be canceled, as far as a list shows; null where it can. Lists do not show whether a dish has left
 * Holding.
 */
export const findCancelRefusal = (signup: Pick<Signup, 'checked_in' | 'walk_in'>): DomainError | null =>
  findRefusal(() => {
    const data = { slotId: '', reason: 'removed', dinner: signup.walk_in ? 1 : undefined } as const
    const state = signup.checked_in
      ? ({ status: 'checked-in', at: '', dish: signups.unmoved } as const)
      : signups.initialState()
    cancelSignup({ type: 'CancelSignup', data, metadata: { now: new Date(0) } }, state)
  })

/** Frees the place in the slot, once the sign-up itself has been canceled. */
export type FreePlace = TimedCommand<'FreePlace', { signupId: string }>

/** Does nothing where the place is free already. */
export function freePlace({ data: { signupId } }: FreePlace, slot: slots.SlotState): SlotEvent[] {
  if (slot.status !== 'open' || !slot.signups.some(({ id }) => id === signupId)) return []
  return [{ type: 'SignupRemoved', data: { signupId } }]
}

export const freePlaceDecider = { decide: freePlace, evolve: slots.evolve, initialState: slots.initialState }

/** Gives a person whose sign-up is restored their place in the slot back. */
export type TakePlace = TimedCommand<'TakePlace', { readonly made: SlotEntry }>
/** The event by which the person had come into the slot. */
type SlotEntry = Extract<SlotEvent, { type: 'SignedUp' | 'WalkedIn' }>

/** The slot may be full by now: the dish is here all the same. */
export function takePlace({ data }: TakePlace, slot: slots.SlotState): SlotEvent[] {
  if (slot.status !== 'open') return dinnerErrors.fail('SLOT_DELETED')
  const { made } = data
  if (slot.signups.some(({ id }) => id === made.data.signupId)) return []
  // A walk-in has no address and no team to restore, so its event is appended again.
  return [made.type === 'WalkedIn' ? { type: made.type, data: made.data } : { type: 'SignupRestored', data: made.data }]
}

export const takePlaceDecider = { decide: takePlace, evolve: slots.evolve, initialState: slots.initialState }

/**
 * Takes back that a sign-up was canceled; `TakePlace` then changes its slot. `arrival` is that of one which had gone with
 * its slot although it was checked in.
 */
export type RestoreSignup = TimedCommand<'RestoreSignup', Restored>
type Restored = Extract<SignupEvent, { type: 'SignupReinstated' }>['data']

export function restoreSignup({ data }: RestoreSignup, signup: signups.SignupState): SignupEvent[] {
  return signup.status === 'canceled' ? [{ type: 'SignupReinstated', data }] : []
}

export const restoreSignupDecider = {
  decide: restoreSignup,
  evolve: signups.evolve,
  initialState: signups.initialState,
}
