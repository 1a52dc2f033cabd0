import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Signup } from '../signup.ts'

/** Restores or dismisses a person who was checked in by a device that did not know that their sign-up was removed. */
export type DecideArrival = TimedCommand<'DecideArrival', { decision: 'restore' | 'dismiss' }>

/** Of two people who decide, the first one does. */
export function decideArrival({ data: { decision } }: DecideArrival, signup: Signup): SignupEvent[] {
  if (signup.status !== 'withdrawn' || signup.arrival.status !== 'undecided') return dinnerErrors.fail('NOT_UNDECIDED')
  return [{ type: decision === 'restore' ? 'ArrivalRestored' : 'ArrivalDismissed', data: {} }]
}

export const decideArrivalDecider = { decide: decideArrival, evolve, initialState }
