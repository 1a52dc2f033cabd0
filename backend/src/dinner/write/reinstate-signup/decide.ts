import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Signup } from '../signup.ts'

/** Takes a removal back. Its slot hears of it next, see `restore-signup`. */
export type ReinstateSignup = TimedCommand<'ReinstateSignup', { slotId: string }>

export function reinstateSignup({ data: { slotId } }: ReinstateSignup, signup: Signup): SignupEvent[] {
  return signup.status === 'withdrawn' ? [{ type: 'SignupReinstated', data: { slotId } }] : []
}

export const reinstateSignupDecider = { decide: reinstateSignup, evolve, initialState }
