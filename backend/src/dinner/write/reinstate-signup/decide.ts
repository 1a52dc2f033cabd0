import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Signup } from '../signup.ts'

/** Undoes the removal of a sign-up. `restore-signup` then changes its slot. */
export type ReinstateSignup = TimedCommand<'ReinstateSignup', { slotId: string }>

export function reinstateSignup({ data: { slotId } }: ReinstateSignup, signup: Signup): SignupEvent[] {
  return signup.status === 'withdrawn' ? [{ type: 'SignupReinstated', data: { slotId } }] : []
}

export const reinstateSignupDecider = { decide: reinstateSignup, evolve, initialState }
