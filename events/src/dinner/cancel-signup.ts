import type { TimedCommand } from '../language/command.ts'
import { type DomainError, findRefusal } from '../language/domain-error.ts'
import { dinnerErrors } from './errors.ts'
import type { ReasonOfEnd, SignupEvent } from './events.ts'
import { evolve, initialState, isInHolding, type SignupState, unmoved } from './signup.ts'
import type { Signup } from './slots/signup-api.ts'

/** Ends a sign-up; `FreePlace` in `slot.ts` then frees its place in the slot. Two streams, so two commands. */
export type CancelSignup = TimedCommand<'CancelSignup', CancelSignupData>
interface CancelSignupData extends Record<string, unknown> {
  readonly slotId: string
  readonly reason: ReasonOfEnd
  /** The present dinner, where the person walked in: one action took them in and checked them in, so one takes both back. */
  readonly dinner?: number | undefined
}

/** When its slot is deleted, even what is checked in goes. */
export function cancelSignup({ data }: CancelSignup, signup: SignupState): SignupEvent[] {
  const { slotId, reason, dinner } = data
  if (signup.status === 'canceled') return []
  if (signup.status === 'checked-in' && reason !== 'slot-deleted') {
    if (dinner === undefined) dinnerErrors.fail('ALREADY_CHECKED_IN')
    else if (!isInHolding(dinner, signup.dish)) dinnerErrors.fail('DISH_IN_USE')
  }
  return [{ type: 'SignupWithdrawn', data: { slotId, reason } }]
}

export const cancelSignupDecider = { decide: cancelSignup, evolve, initialState }

/**
 * Why a sign-up cannot be canceled, as far as a list shows; null where it can. Lists do not show whether a dish has left
 * Holding.
 */
export const findCancelRefusal = (signup: Pick<Signup, 'checked_in' | 'walk_in'>): DomainError | null =>
  findRefusal(() => {
    const data = { slotId: '', reason: 'removed', dinner: signup.walk_in ? 1 : undefined } as const
    const state = signup.checked_in ? ({ status: 'checked-in', at: '', dish: unmoved } as const) : initialState()
    cancelSignup({ type: 'CancelSignup', data, metadata: { now: new Date(0) } }, state)
  })

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
